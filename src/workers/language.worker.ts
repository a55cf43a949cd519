// The language worker's entry: TypeScript's language service for the source that is being edited. Unwraps, asks, wraps.

import { expose } from 'comlink'
import { createSourceLanguage } from '../language/source-language.ts'
import type { LanguageWorkerApi } from './language-api.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'

const language = createSourceLanguage()

const api: LanguageWorkerApi = {
  ping: lifeLock,
  problems: (source) => outcomeOf(() => language.problems(source)),
  complete: (source, position) => outcomeOf(() => language.complete(source, position)),
  describe: (source, position, label) => outcomeOf(() => language.describe(source, position, label)),
  explain: (source, position) => outcomeOf(() => language.explain(source, position)),
}

expose(api)
