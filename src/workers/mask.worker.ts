// The mask worker's entry: a base's tokenizer, for looking at action masks. Unwraps, asks, wraps. It needs no engine.

import { expose } from 'comlink'
import { lifeLock } from './life-lock.ts'
import { loadModelText, type ModelText } from './load-tokenizer.ts'
import type { MaskWorkerApi } from './mask-api.ts'
import { outcomeOf } from './outcome.ts'
import { maskOfSeat } from './seat-mask.ts'

interface Loaded {
  readonly text: ModelText
  readonly vocabulary: readonly string[]
}

const loaded = new Map<string, Promise<Loaded>>()

function load(modelUrl: string): Promise<Loaded> {
  const known = loaded.get(modelUrl)
  if (known !== undefined) return known
  const loading = loadModelText(modelUrl, fetch).then((text) => ({
    text,
    vocabulary: Array.from({ length: text.config.vocabulary }, (_, id) => text.tokenizer.tokenText(id)),
  }))
  loaded.set(modelUrl, loading)
  loading.catch(() => loaded.delete(modelUrl))
  return loading
}

const api: MaskWorkerApi = {
  ping: lifeLock,
  mask: (request) =>
    outcomeOf(async () => {
      const { text, vocabulary } = await load(request.modelUrl)
      return maskOfSeat(request, text.tokenizer, vocabulary)
    }),
}

expose(api)
