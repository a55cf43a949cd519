// The small files of a model folder that a run needs beside the engine: its sizes and its tokenizer. The weights
// are the engine's business.

import { tokenloomError } from '../base/errors.ts'
import { type Result, unwrap } from '../base/result.ts'
import { type ModelConfig, parseModelConfig } from '../model/config.ts'
import { folderAtUrl } from '../model/source.ts'
import { loadTokenizer, type Tokenizer } from '../model/tokenizer.ts'

export interface ModelText {
  readonly config: ModelConfig
  readonly tokenizer: Tokenizer
}

/** Throws the first thing that is wrong with the folder. */
export async function loadModelText(modelUrl: string, fetchFile: typeof fetch): Promise<ModelText> {
  const source = folderAtUrl(modelUrl, (url, init) => fetchFile(url, init))
  const base = nameOfModel(modelUrl)
  const read = async (file: string): Promise<unknown> => {
    const bytes: Result<Uint8Array<ArrayBuffer> | null> = await source(file, () => {})
    return jsonOf(unwrap(bytes), file, base)
  }
  const config = unwrap(parseModelConfig(await read('config.json')))
  const options = await source('tokenizer_config.json', () => {})
  const optionBytes = unwrap(options)
  const tokenizer = unwrap(
    loadTokenizer(
      await read('tokenizer.json'),
      optionBytes === null ? null : jsonOf(optionBytes, 'tokenizer_config.json', base),
      config.vocabulary,
      config.patch,
    ),
  )
  return { config, tokenizer }
}

/** The last folder of the address: what a spec calls the base. */
export const nameOfModel = (modelUrl: string): string => new URL(modelUrl).pathname.split('/').at(-2) ?? 'model'

function jsonOf(bytes: Uint8Array | null, file: string, base: string): unknown {
  if (bytes === null)
    throw tokenloomError(
      'DOWNLOAD_FAILED',
      `The folder of the base ${base} has no ${file}.`,
      'Check the name of the base; this page may have been built without it.',
      'base',
    )
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
