// Compiles shaders into pipelines, once each, in parallel, and keeps them. The bind-group layouts come from the
// shader's own text; every object has a label so that a validation error names its owner.

import { tokenloomError } from '../base/errors.ts'
import { reflectShader, type ShaderInterface } from './reflect.ts'

/** A shader with its override values and, where WGSL demands one, a header of `const` lines. */
export interface ShaderVariant {
  readonly name: string
  readonly source: string
  readonly overrides?: Readonly<Record<string, number>>
}

export interface CompiledKernel {
  readonly id: number
  readonly name: string
  readonly pipeline: GPUComputePipeline
  readonly tensorLayout: GPUBindGroupLayout
  readonly io: ShaderInterface
}

export interface PipelineCache {
  readonly paramsLayout: GPUBindGroupLayout
  compile(variant: ShaderVariant): Promise<CompiledKernel>
  readonly compiled: number
}

export const PARAMS_BYTES = 256

export function createPipelineCache(device: GPUDevice): PipelineCache {
  const kept = new Map<string, Promise<CompiledKernel>>()
  let compiled = 0
  const paramsLayout = device.createBindGroupLayout({
    label: 'params',
    entries: [{ binding: 0, visibility: 4, buffer: { type: 'uniform', hasDynamicOffset: true, minBindingSize: PARAMS_BYTES } }],
  })

  async function build(variant: ShaderVariant): Promise<CompiledKernel> {
    const io = reflectShader(variant.source)
    const tensorLayout = device.createBindGroupLayout({
      label: variant.name,
      entries: io.storage.map((entry) => ({
        binding: entry.binding,
        visibility: 4,
        buffer: { type: entry.access === 'read' ? 'read-only-storage' : 'storage' },
      })),
    })
    device.pushErrorScope('validation')
    const module = device.createShaderModule({ label: variant.name, code: variant.source })
    const scope = device.popErrorScope()
    try {
      const pipeline = await device.createComputePipelineAsync({
        label: variant.name,
        layout: device.createPipelineLayout({ label: variant.name, bindGroupLayouts: [tensorLayout, paramsLayout] }),
        compute: { module, entryPoint: 'main', ...(variant.overrides === undefined ? {} : { constants: { ...variant.overrides } }) },
      })
      await scope
      return { id: compiled++, name: variant.name, pipeline, tensorLayout, io }
    } catch (cause) {
      const reason = (await scope)?.message ?? (cause instanceof Error ? cause.message : String(cause))
      throw tokenloomError(
        'GPU_VALIDATION',
        `The shader ${variant.name} does not compile on this device: ${reason}`,
        'Update the browser or the graphics driver; the other kernel variants are tried without it.',
      )
    }
  }

  return {
    paramsLayout,
    compile(variant) {
      const key = `${variant.name}|${JSON.stringify(variant.overrides ?? {})}|${variant.source}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const promise = build(variant)
      kept.set(key, promise)
      return promise
    },
    get compiled() {
      return compiled
    },
  }
}
