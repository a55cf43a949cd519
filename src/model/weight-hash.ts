// The hash of a base's numbers, tensor by tensor: of those that lie on the device, read back, and of those of a file. Equal
// hashes before and after training say that nothing wrote to the base. Knows names and places; knows no passes.

import { bytesOf, createRollingDigest } from '../base/hash.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { ModelConfig } from './config.ts'
import { type DeviceWeights, weightPlaces } from './device-weights.ts'
import { weightShapes } from './weights.ts'

/** The rolling SHA-256 over every tensor in the order of weightShapes, read back from the device. */
export async function hashOfDeviceWeights(kernels: Kernels, config: ModelConfig, weights: DeviceWeights): Promise<string> {
  const digest = createRollingDigest()
  for (const { tensor, offset, length } of weightPlaces(config, weights)) await digest.append(bytesOf(await kernels.downloadF32(tensor, offset, length)))
  return digest.value()
}

/** The same over the tensors of a file. */
export async function hashOfTensors(config: ModelConfig, tensors: ReadonlyMap<string, { readonly values: Float32Array }>): Promise<string> {
  const digest = createRollingDigest()
  for (const { name } of weightShapes(config)) await digest.append(bytesOf(tensors.get(name)?.values ?? new Float32Array(0)))
  return digest.value()
}
