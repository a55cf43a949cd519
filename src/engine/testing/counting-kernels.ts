// Kernels that hold no numbers and count bytes: what an engine asks of memory can be tested at real sizes without a device.
// Everything read from them is zero, so tokens are 0 and logprobs are 0.

import type { Kernels, Tensor } from '../../kernels/kernels.ts'

export interface CountingKernels extends Kernels {
  /** Greatest bytes held since the last call. */
  peakSince(): number
}

const nothing = (): void => undefined

export function countingKernels(bindingLimit = 2 ** 27): CountingKernels {
  const held = new Set<Tensor>()
  let bytes = 0
  let peak = 0
  let recent = 0
  return {
    engine: 'wgsl',
    device: 'counting',
    software: true,
    variants: {},
    shaderHash: '',
    tensor(label, dtype, length) {
      const tensor: Tensor = { label, dtype, length }
      held.add(tensor)
      bytes += length * 4
      peak = Math.max(peak, bytes)
      recent = Math.max(recent, bytes)
      return tensor
    },
    free(tensor) {
      if (!held.delete(tensor)) throw new Error(`Assertion failed: ${tensor.label} is not held`)
      bytes -= tensor.length * 4
    },
    upload(tensor, data, offset = 0) {
      if (!held.has(tensor) || offset + data.length > tensor.length) throw new Error(`Assertion failed: ${tensor.label} does not hold ${data.length}`)
    },
    downloadF32: async (tensor, offset = 0, length = tensor.length - offset) => new Float32Array(length),
    downloadU32: async (tensor, offset = 0, length = tensor.length - offset) => new Uint32Array(length),
    copy(from, fromOffset, to, toOffset, length) {
      if (!held.has(from) || !held.has(to)) throw new Error(`Assertion failed: a copy from ${from.label} to ${to.label}, one of which is not held`)
      if (fromOffset + length > from.length || toOffset + length > to.length) throw new Error(`Assertion failed: a copy beyond ${from.label} or ${to.label}`)
    },
    clear: nothing,
    idle: async () => undefined,
    dispose: nothing,
    get bytesHeld() {
      return bytes
    },
    get bytesPeak() {
      return peak
    },
    get bytesByLabel() {
      const labelled: Record<string, number> = {}
      for (const tensor of held) labelled[tensor.label] = (labelled[tensor.label] ?? 0) + tensor.length * 4
      return labelled
    },
    peakSince() {
      const greatest = recent
      recent = bytes
      return greatest
    },
    bindingLimit,
    stats: { dispatches: 0, submits: 0, readbacks: 0 },
    matmul: nothing,
    adapterDown: nothing,
    project: nothing,
    adapterDownBackward: nothing,
    projectBackward: nothing,
    adapterGradient: nothing,
    embed: nothing,
    embedBackward: nothing,
    gatherRows: nothing,
    scatterRows: nothing,
    rmsNorm: nothing,
    rmsNormBackward: nothing,
    rmsNormGainGradient: nothing,
    rope: nothing,
    ropeBackward: nothing,
    attention: nothing,
    attentionBackward: nothing,
    swiglu: nothing,
    swigluBackward: nothing,
    maskLogits: nothing,
    advanceMask: nothing,
    headStats: nothing,
    headFinish: nothing,
    headGradient: nothing,
    sampleCandidates: nothing,
    sampleFinish: nothing,
    sampleThreshold: nothing,
    gradientNorm: nothing,
    adamw: nothing,
  }
}
