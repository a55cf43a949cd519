// The text of a shader as the device gets it: its header lines, its includes, itself, by plain concatenation. An
// include is a line `// #include "philox.wgsl"`. Where a shader comes in two widths of row access, the line names the
// family (`lanes.wgsl`) and the caller picks the member (`lanes_4.wgsl`). Knows names and text, nothing of their meaning.

import type { ShaderVariant } from '../../gpu/pipelines.ts'

const files: Readonly<Record<string, string>> = import.meta.glob<string>('../../../shaders/**/*.wgsl', { query: '?raw', import: 'default', eager: true })

const sources: ReadonlyMap<string, string> = new Map(Object.entries(files).map(([path, text]) => [path.slice(path.indexOf('shaders/') + 8, -5), text]))

/** Numbers read at once along a row: 4 where its width allows, else 1. */
export type Lanes = 1 | 4

export interface ShaderOptions {
  /** Picks the members of include families that come in lanes; default 1. */
  readonly lanes?: Lanes
  /** Picks the members of include families in queries, the rows of attention that one invocation owns; default 1. */
  readonly queries?: 1 | 4
  /** Picks the member of the include family share.wgsl: whether four lanes pass loaded rows to each other. */
  readonly share?: 'none' | 'quad'
  /** `const NAME = 16u;` lines in front, for sizes that WGSL wants as constants: a shader lists them as `// needs: NAME`. */
  readonly constants?: Readonly<Record<string, number>>
}

function textOf(name: string): string {
  const text = sources.get(name)
  if (text === undefined) throw new Error(`Assertion failed: there is no shader ${name}.wgsl`)
  return text
}

/** WGSL text of shaders/<name>.wgsl with everything it includes. */
export function shaderSource(name: string, options: ShaderOptions = {}): string {
  const enable = options.share === 'quad' ? ['enable subgroups;\n', 'diagnostic(off, subgroup_uniformity);\n'] : []
  const header = [...enable, ...Object.entries(options.constants ?? {}).map(([key, value]) => `const ${key} = ${value}u;\n`)]
  const families: Readonly<Record<string, string | number>> = { queries: options.queries ?? 1, share: options.share ?? 'none' }
  const body = textOf(name).replace(/^\/\/ #include "(\w+)\.wgsl"$/gm, (_, include: string) => {
    const family = include.slice(include.lastIndexOf('_') + 1)
    const member = `include/${include}_${families[family] ?? options.lanes ?? 1}`
    return textOf(sources.has(member) ? member : `include/${include}`)
  })
  return header.join('') + body
}

/** The name of a variant: the shader and what was chosen, so that an error names it and a dispatch finds it. */
export function variantName(name: string, { lanes, queries, share, constants }: ShaderOptions = {}): string {
  const choices = Object.entries({ lanes, queries, share, ...constants }).flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${value}`]))
  return choices.length === 0 ? name : `${name} (${choices.join(', ')})`
}

/** A shader ready to compile. */
export function shaderVariant(name: string, options: ShaderOptions = {}, overrides: Readonly<Record<string, number>> = {}): ShaderVariant {
  return { name: variantName(name, options), source: shaderSource(name, options), overrides }
}

/** Every shader file by name, sorted: what the hash of the shaders is taken over. */
export function shaderFiles(): readonly (readonly [name: string, text: string])[] {
  return [...sources].sort(([a], [b]) => (a < b ? -1 : 1))
}
