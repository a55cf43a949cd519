// One line about the device: what was found and what to expect of it. What was measured replaces what is expected
// as soon as there is something measured.

import type { DeviceFacts } from '../state/device-report.ts'
import { milliseconds } from './numbers.ts'

export function deviceLine(facts: DeviceFacts, stepMilliseconds: number | null): string {
  if (facts.adapter === null) return ''
  const name = adapterName(facts.adapter)
  const measured = stepMilliseconds === null ? '' : ` A step takes ${milliseconds(stepMilliseconds)} here.`
  if (isSoftware(facts.adapter)) return `${name}, a software adapter: the processor does the GPU’s work, so expect it to be slow, and to work.${measured}`
  return `${name}.${measured}`
}

/** True when the processor does the work of the GPU. */
export function isSoftware(adapter: NonNullable<DeviceFacts['adapter']>): boolean {
  return adapter.fallback || /swiftshader|llvmpipe|lavapipe|basic render|software/i.test(`${adapter.vendor} ${adapter.architecture} ${adapter.description}`)
}

export function adapterName(adapter: NonNullable<DeviceFacts['adapter']>): string {
  if (/swiftshader/i.test(`${adapter.architecture} ${adapter.description}`)) return 'SwiftShader'
  if (adapter.description !== '') return adapter.description
  const named = [adapter.vendor, adapter.architecture].filter((part) => part !== '').join(' ')
  return named === '' ? 'an unnamed GPU' : named
}
