// How much memory a plan may take. WebGPU does not tell how much a device has, so the limit is a cautious share of
// what the browser says of the machine: half of it, less where a tab is killed early.

const MIB = 1024 * 1024

/** Tabs on phones and tablets are killed at about 1.5 GB; models and the page itself need some of it. */
const TOUCH_LIMIT = 400 * MIB
/** Browsers that do not say: as if the machine had 4 GB. */
const ASSUMED_GIB = 4

/** `deviceMemory` is in GiB, rounded and cut at 8 by the browser; absent in some. */
function memoryLimit(machine: { readonly deviceMemory?: number; readonly userAgent: string }): number {
  if (/android|iphone|ipad|mobile/i.test(machine.userAgent)) return TOUCH_LIMIT
  return ((machine.deviceMemory ?? ASSUMED_GIB) / 2) * 1024 * MIB
}

/** The share of it that adapters may take before the least recently used are put aside. */
const ADAPTER_SHARE = 0.25

export function memoryShares(machine: Parameters<typeof memoryLimit>[0]): {
  readonly memoryLimitBytes: number
  readonly adapters: { readonly limitBytes: number }
} {
  const memoryLimitBytes = memoryLimit(machine)
  return { memoryLimitBytes, adapters: { limitBytes: ADAPTER_SHARE * memoryLimitBytes } }
}
