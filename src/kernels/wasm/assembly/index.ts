// What the module offers: functions over addresses. Memory above heapBase() belongs to the caller (memory.ts); every tensor
// is followed by at least 64 bytes that may be read as rubbish.

export { attention, longestSegment } from './attention'
export { attentionBackward } from './attention-backward'
export { swiglu, swigluBackward } from './activation'
export { exponentials, logarithms } from './exponential'
export { headFinish, headGradient, headStats } from './head'
export { advanceMask, maskLogits } from './mask'
export { multiplyRows } from './multiply'
export { multiplyEach } from './multiply-each'
export { multiplyColumns } from './multiply-columns'
export { rmsNorm, rmsNormBackward, rmsNormGainGradient } from './norm'
export { adamw, gradientNorm } from './optimizer'
export { packRows, packTransposed } from './pack'
export { rope, ropeBackward } from './rope'
export { addByRow, gather, scatter } from './rows'
export { sampleCandidates, sampleFinish } from './sampling'
export { sampleThreshold } from './threshold'

export function heapBase(): usize {
  return __heap_base
}
