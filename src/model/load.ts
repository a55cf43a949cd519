// A model folder in Hugging Face layout, whole or not at all: config.json, tokenizer.json, model.safetensors, and
// manifest.json with the files' hashes where the folder is one of ours. Where the bytes come from is a
// parameter (a URL with the caller's fetch, files dropped on the page, a folder on disk). Knows no device.

import type { TokenloomError } from '../base/errors.ts'
import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { ModelConfig } from './config.ts'
import { parseModelConfig } from './config.ts'
import type { Manifest } from './manifest.ts'
import { parseManifest } from './manifest.ts'
import type { Tensor } from './safetensors.ts'
import { parseSafetensors } from './safetensors.ts'
import type { ModelSource, Progress } from './source.ts'
import type { Tokenizer } from './tokenizer.ts'
import { loadTokenizer } from './tokenizer.ts'
import { parameterCount, selectWeights } from './weights.ts'

export interface LoadedModel {
  readonly name: string
  readonly config: ModelConfig
  readonly tokenizer: Tokenizer
  /** Exactly the tensors of weightShapes(config), in that order. */
  readonly tensors: ReadonlyMap<string, Tensor>
  /** SHA-256 of model.safetensors, in hexadecimal. */
  readonly hash: string
  readonly parameters: number
  readonly manifest: Manifest | null
}

export interface LoadOptions {
  /** What the model is called when no manifest names it. */
  readonly name: string
  /** One of this project's own bases: a missing or unreadable manifest is an error, not somebody else's file. */
  readonly requireManifest?: boolean
  readonly onProgress?: (progress: Progress) => void
}

const missing = (name: string, base: string): TokenloomError =>
  tokenloomError(
    'DOWNLOAD_FAILED',
    `The folder of the base ${base} has no ${name}.`,
    'Check the name of the base, or choose the folder that holds config.json, tokenizer.json and model.safetensors.',
    name,
  )

/** The model, or the first thing that is wrong with it. The weights come last, so that a bad folder costs little. */
export async function loadModel(source: ModelSource, options: LoadOptions): Promise<Result<LoadedModel>> {
  const read = async (name: string): Promise<Result<Uint8Array<ArrayBuffer>>> => {
    const bytes = await source(name, options.onProgress ?? (() => {}))
    if (!bytes.ok) return bytes
    return bytes.value === null ? fail(missing(name, options.name)) : ok(bytes.value)
  }
  const configBytes = await read('config.json')
  if (!configBytes.ok) return configBytes
  const config = parseModelConfig(jsonOf(configBytes.value))
  if (!config.ok) return config

  const tokenizerBytes = await read('tokenizer.json')
  if (!tokenizerBytes.ok) return tokenizerBytes
  const tokenizerConfig = await source('tokenizer_config.json', () => {})
  if (!tokenizerConfig.ok) return tokenizerConfig
  const tokenizer = loadTokenizer(
    jsonOf(tokenizerBytes.value),
    tokenizerConfig.value === null ? null : jsonOf(tokenizerConfig.value),
    config.value.vocabulary,
    config.value.patch,
  )
  if (!tokenizer.ok) return tokenizer

  const manifest = await readManifest(source, options)
  if (!manifest.ok) return manifest
  const texts = { 'config.json': configBytes.value, 'tokenizer.json': tokenizerBytes.value, 'tokenizer_config.json': tokenizerConfig.value }
  const foreign = manifest.value === null ? null : await foreignText(manifest.value, texts)
  if (foreign !== null) return fail(foreign)

  const weightBytes = await read('model.safetensors')
  if (!weightBytes.ok) return weightBytes
  // A damaged file is named as such before its hash is, because that says more.
  const parsed = parseSafetensors(weightBytes.value)
  if (!parsed.ok) return parsed
  const tensors = selectWeights(config.value, parsed.value)
  if (!tensors.ok) return tensors
  const hash = await sha256Hex(weightBytes.value)
  if (manifest.value !== null && manifest.value.hash !== hash) {
    const message = `model.safetensors has the hash ${hash.slice(0, 12)}…; manifest.json promises ${manifest.value.hash.slice(0, 12)}….`
    return fail(tokenloomError('WEIGHTS_HASH', message, 'Download the folder again: the weights and the manifest are not of one version.', 'model.safetensors'))
  }
  return ok({
    name: manifest.value?.name ?? options.name,
    config: config.value,
    tokenizer: tokenizer.value,
    tensors: tensors.value,
    hash,
    parameters: parameterCount(config.value),
    manifest: manifest.value,
  })
}

/**
 * The first text that is not the one of the manifest. Another tokenizer of the same size, or a config with the same
 * shapes, loads without complaint and means something else: every token or position would be wrong in silence.
 */
async function foreignText(manifest: Manifest, texts: Readonly<Record<string, Uint8Array<ArrayBuffer> | null>>): Promise<TokenloomError | null> {
  for (const [name, bytes] of Object.entries(texts)) {
    const promised = manifest.files[name]
    if (promised === undefined || (bytes !== null && (await sha256Hex(bytes)) === promised)) continue
    const code = name === 'config.json' ? 'MODEL_CONFIG_INVALID' : 'TOKENIZER_MISMATCH'
    const message = `${name} is not the one that manifest.json promises for these weights.`
    return tokenloomError(code, message, 'Take every file from one and the same model folder, unchanged.', name)
  }
  return null
}

/** undefined for text that is not JSON; every parser here refuses that. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

async function readManifest(source: ModelSource, { name, requireManifest = false }: LoadOptions): Promise<Result<Manifest | null>> {
  const bytes = await source('manifest.json', () => {})
  if (!bytes.ok) return bytes
  const manifest = bytes.value === null ? null : parseManifest(jsonOf(bytes.value))
  return manifest === null && requireManifest ? fail(missing('proper manifest.json', name)) : ok(manifest)
}
