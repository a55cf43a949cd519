// Words of the engine panel: what a variant is and how it came to be chosen.

export const VARIANT_WORDS: Readonly<Record<string, string>> = {
  matmul:
    'Variants that share work between lanes serve only where they compile, give the very bits of the plain one on this device, and are faster; measured once at the start.',
  attention: 'Chosen by the longest sequence of the base; all of them give the same bits.',
}

export const VARIANT_UNKNOWN = 'Chosen at the start and kept for the whole run.'

export const ENGINE_STATE = {
  off: 'No engine is running. It starts with a run, or now.',
  preparing: 'The engine gets ready.',
  ready: 'The engine is ready.',
  failed: 'The engine could not start.',
} as const

export const LIMIT_WORDS: Readonly<Record<string, string>> = {
  maxBufferSize: 'Largest buffer',
  maxStorageBufferBindingSize: 'Largest binding',
  maxStorageBuffersPerShaderStage: 'Storage buffers a shader',
  maxComputeWorkgroupStorageSize: 'Workgroup memory',
  maxComputeInvocationsPerWorkgroup: 'Invocations a workgroup',
}
