// What the browser says about its GPU, as plain facts. Who asks is web/commands/probe-device.ts; what to say
// about the answer is web/text/webgpu-advice.ts.

export interface DeviceFacts {
  readonly secure: boolean
  readonly api: boolean
  readonly adapter: { readonly vendor: string; readonly architecture: string; readonly description: string; readonly fallback: boolean } | null
  /** What the adapter could give: names of features, and the limits that kernels meet. */
  readonly features?: readonly string[]
  readonly limits?: Readonly<Record<string, number>>
  readonly userAgent: string
  readonly platform: string
  readonly touch: boolean
}

/** What is wished for; `auto`: a real GPU, else the processor. */
export const ENGINE_CHOICES = ['auto', 'wgsl', 'cpu'] as const
export type EngineChoice = (typeof ENGINE_CHOICES)[number]

/** Whatever is no choice is automatic. */
export const engineChoiceOf = (text: string): EngineChoice => ENGINE_CHOICES.find((choice) => choice === text) ?? 'auto'

/** Whether an engine can answer here: the processor always can, unless only a GPU is wished for. */
export function canCompute({ device, engineChoice }: { readonly device: DeviceReport; readonly engineChoice: EngineChoice }): boolean {
  return engineChoice !== 'wgsl' || device.kind === 'asking' || device.facts.adapter !== null
}

export type DeviceReport = { readonly kind: 'asking' } | { readonly kind: 'known'; readonly facts: DeviceFacts }
