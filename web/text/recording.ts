// What is said about the recorded run: that it is one, where it was made, and what a visitor can do instead.

import type { ServiceDescription } from '../../src/service/index.ts'

const ENGINE_WORDS = { wgsl: 'WebGPU engine', cpu: 'processor engine' } as const

export function recordingLine(service: ServiceDescription | null): string {
  if (service === null) return 'A run that was made earlier.'
  return `Made earlier with the ${ENGINE_WORDS[service.engine]} on ${service.device}; nothing is computed now.`
}

export const RECORDING_WORDS = { playing: 'Playing a recording', waiting: 'The recording waits', held: 'Recording on hold' } as const

export const RECORDING_ADVICE = {
  train: 'Press Train for a run of your own.',
  noEngine: 'Everything in it can be read without a GPU.',
} as const
