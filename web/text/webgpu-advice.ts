// What to tell a visitor whose browser offers no WebGPU: one sentence for this browser on this system, and the
// codes of the diagnosis. Pure: facts in, words out.

import type { ErrorCode } from '../../src/base/errors.ts'
import type { DeviceFacts } from '../state/device-report.ts'

export interface Advice {
  readonly code: ErrorCode
  readonly sentence: string
}

type Browser = 'chromium' | 'firefox' | 'safari' | 'other'
type System = 'windows' | 'mac' | 'ios' | 'android' | 'linux' | 'chromeos' | 'other'

function browserOf({ userAgent }: Pick<DeviceFacts, 'userAgent'>): Browser {
  if (/firefox|fxios/i.test(userAgent)) return 'firefox'
  if (/chrome|chromium|crios|edg\//i.test(userAgent)) return 'chromium'
  if (/safari/i.test(userAgent)) return 'safari'
  return 'other'
}

function systemOf({ userAgent, platform, touch }: Pick<DeviceFacts, 'userAgent' | 'platform' | 'touch'>): System {
  const text = `${platform} ${userAgent}`
  if (/android/i.test(text)) return 'android'
  // An iPad calls itself a Mac; a Mac has no touch screen.
  if (/iphone|ipad|ipod/i.test(text) || (/mac/i.test(text) && touch)) return 'ios'
  if (/win/i.test(text)) return 'windows'
  if (/mac/i.test(text)) return 'mac'
  if (/cros/i.test(text)) return 'chromeos'
  if (/linux|x11/i.test(text)) return 'linux'
  return 'other'
}

/** Null when there is an adapter. */
export function adviseOn(facts: DeviceFacts): Advice | null {
  if (facts.adapter !== null) return null
  if (!facts.secure) return { code: 'GPU_MISSING', sentence: 'Browsers offer WebGPU to secure pages only: open this page over https or from localhost.' }
  const system = systemOf(facts)
  // Every browser on iOS is Safari inside.
  const browser = system === 'ios' ? 'safari' : browserOf(facts)
  if (facts.api) return { code: 'GPU_NO_ADAPTER', sentence: noAdapter(browser, system) }
  return { code: 'GPU_MISSING', sentence: noApi(browser, system) }
}

function noAdapter(browser: Browser, system: System): string {
  if (browser === 'chromium' && system === 'linux')
    return 'Chrome found no usable GPU on this Linux system: update it and the graphics driver, or start it with --enable-unsafe-webgpu --ozone-platform=x11 --use-angle=vulkan --enable-features=Vulkan,VulkanFromANGLE.'
  if (browser === 'chromium')
    return 'The browser found no usable GPU: switch on graphics acceleration in its system settings, update the graphics driver, and restart it.'
  return 'The browser supports WebGPU but found no usable GPU here: update the graphics driver, or open this page in Chrome or Edge.'
}

function noApi(browser: Browser, system: System): string {
  switch (browser) {
    case 'chromium':
      if (system === 'linux')
        return 'This browser has WebGPU switched off: update it to version 144 or later, or start it with --enable-unsafe-webgpu, to use the GPU here.'
      if (system === 'android') return 'Update Chrome to version 121 or later on Android 12 or later to use the GPU here.'
      return 'Update this browser to version 113 or later and switch on graphics acceleration in its system settings to use the GPU here.'
    case 'firefox':
      if (system === 'windows') return 'Update Firefox to version 141 or later to use the GPU here.'
      if (system === 'mac') return 'Update Firefox to version 147 or later on a Mac with Apple silicon, or open this page in Chrome, to use the GPU here.'
      return 'Firefox has no WebGPU on this system yet: open this page in Chrome or another Chromium browser to use the GPU here.'
    case 'safari':
      if (system === 'ios') return 'Update to iOS or iPadOS 26, or switch on WebGPU under Settings, Apps, Safari, Advanced, Feature Flags, to use the GPU here.'
      return 'Update to macOS 26, or switch on WebGPU under Develop, Feature Flags, or open this page in Chrome, to use the GPU here.'
    default:
      return 'This browser has no WebGPU: open this page in a current Chrome, Edge, Safari or Firefox to use the GPU here.'
  }
}
