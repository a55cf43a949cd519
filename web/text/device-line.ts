// One line about the device: what was found and what to expect of it. What was measured replaces what is expected
// as soon as there is something measured.

import type { DeviceFacts, EngineChoice } from '../state/device-report.ts'
import { milliseconds } from './numbers.ts'

export const ENGINE_WORDS: Readonly<Record<EngineChoice, string>> = { auto: 'Automatic', wgsl: 'GPU (WebGPU)', cpu: 'Processor' }

/** Which engine will run, why, and what to expect of it. Empty when the wish cannot be granted. */
export function deviceLine(facts: DeviceFacts, choice: EngineChoice, stepMilliseconds: number | null): string {
  const measured = stepMilliseconds === null ? '' : ` A step takes ${milliseconds(stepMilliseconds)} here.`
  if (usesProcessor(facts, choice)) return `The processor trains here${reason(facts, choice)}.${measured}`
  if (facts.adapter === null) return ''
  const name = adapterName(facts.adapter)
  if (isSoftware(facts.adapter)) return `${name}, a software adapter: the processor does the GPU’s work, so expect it to be slow, and to work.${measured}`
  return `${name}.${measured}`
}

/** True when the CPU engine will run. */
function usesProcessor(facts: DeviceFacts, choice: EngineChoice): boolean {
  return choice === 'cpu' || (choice === 'auto' && (facts.adapter === null || isSoftware(facts.adapter)))
}

function reason(facts: DeviceFacts, choice: EngineChoice): string {
  if (choice === 'cpu') return ', as chosen in the settings'
  if (facts.adapter !== null) return `: ${adapterName(facts.adapter)} is a software adapter, and the CPU engine is several times faster`
  return facts.api ? ': no GPU answers to WebGPU' : ': this browser offers no WebGPU'
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
