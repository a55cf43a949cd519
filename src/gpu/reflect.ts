// Reads a shader's bindings, parameter struct and overrides from its text, so that the WGSL is the only place
// where a layout is written. Knows the project's conventions and no more of the language: storage tensors in
// group 0, one uniform struct of four-byte scalars named Params in group 1.

export interface StorageBinding {
  readonly name: string
  readonly binding: number
  readonly access: 'read' | 'read_write'
}

export interface ParamField {
  readonly name: string
  readonly type: 'u32' | 'i32' | 'f32'
  readonly byteOffset: number
}

export interface ShaderInterface {
  readonly storage: readonly StorageBinding[]
  readonly params: readonly ParamField[]
  readonly overrides: readonly string[]
  readonly features: readonly string[]
}

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')

export function reflectShader(source: string): ShaderInterface {
  const text = withoutComments(source)
  const storage = [...text.matchAll(/@group\(0\)\s*@binding\((\d+)\)\s*var<storage(?:,\s*(read_write|read))?>\s*(\w+)\s*:/g)].map((match) => ({
    binding: Number(match[1]),
    access: match[2] === 'read_write' ? ('read_write' as const) : ('read' as const),
    name: match[3] ?? '',
  }))
  storage.sort((a, b) => a.binding - b.binding)
  const body = /struct\s+Params\s*\{([^}]*)\}/.exec(text)?.[1] ?? ''
  const params = [...body.matchAll(/(\w+)\s*:\s*(u32|i32|f32)\s*,?/g)].map((match, index) => ({
    name: match[1] ?? '',
    type: match[2] === 'f32' ? ('f32' as const) : match[2] === 'i32' ? ('i32' as const) : ('u32' as const),
    byteOffset: index * 4,
  }))
  return {
    storage,
    params,
    overrides: [...text.matchAll(/^\s*override\s+(\w+)/gm)].map((match) => match[1] ?? ''),
    features: [...text.matchAll(/^\s*enable\s+([\w\s,]+);/gm)].flatMap((match) => (match[1] ?? '').split(',').map((name) => name.trim())),
  }
}
