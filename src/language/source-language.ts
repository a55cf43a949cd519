// The language of authored sources: errors, completion and explanations for one text at a time, from TypeScript's own language
// service and the contract as text. Knows positions and words; no editor, no sandbox. Heavy: it belongs into a worker.

import ts from 'page-typescript'
import { CONTRACT_ENTRY, CONTRACT_FILES } from './contract-files.ts'
import { STANDARD_FILES } from './standard-files.ts'

/** A part of the source that does not fit, by offsets. */
export interface SourceProblem {
  readonly from: number
  readonly to: number
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

export interface Completion {
  readonly label: string
  /** What it is: `property`, `function`, `const`, `string` … */
  readonly kind: string
}

export interface Completions {
  /** Where the word that is completed begins. */
  readonly from: number
  readonly options: readonly Completion[]
}

/** What stands at a place: its type, and what its author says of it. */
export interface Explanation {
  readonly from: number
  readonly to: number
  readonly signature: string
  readonly documentation: string
}

export interface SourceLanguage {
  /** In their order in the source. */
  problems(source: string): readonly SourceProblem[]
  complete(source: string, position: number): Completions | null
  /** What a completion of this name at this place means. */
  describe(source: string, position: number, label: string): Omit<Explanation, 'from' | 'to'> | null
  explain(source: string, position: number): Explanation | null
}

const SOURCE = '/environment.ts'
/** More options are no help to read. */
const MOST_OPTIONS = 400

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: Object.keys(STANDARD_FILES),
  types: [],
  paths: { tokenloom: [CONTRACT_ENTRY] },
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** What the compiler says and does not explain: an interface may gain fields that are no JSON, and `object` may hold anything. */
function withHint(message: string): string {
  return /^Type '\w+' does not satisfy the constraint 'Json'/.test(message)
    ? `${message} Write an interface as a type, and settings that there are none of as Record<string, never>.`
    : message
}

export function createSourceLanguage(): SourceLanguage {
  const files = new Map<string, string>(Object.entries(CONTRACT_FILES))
  for (const [name, text] of Object.entries(STANDARD_FILES)) files.set(`/${name}`, text)
  files.set(SOURCE, '')
  let version = 0
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [SOURCE],
    getScriptVersion: (name) => (name === SOURCE ? `${version}` : '0'),
    getScriptSnapshot(name) {
      const text = files.get(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.es5.d.ts',
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name),
    directoryExists: () => true,
    getDirectories: () => [],
  }
  const service = ts.createLanguageService(host)
  const take = (source: string): void => {
    if (files.get(SOURCE) === source) return
    files.set(SOURCE, source)
    version++
  }
  return {
    problems(source) {
      take(source)
      const found = [...service.getSyntacticDiagnostics(SOURCE), ...service.getSemanticDiagnostics(SOURCE)]
      const problems = found.map(({ start, length, messageText }) => {
        const from = Math.min(start ?? 0, source.length)
        return {
          from,
          to: Math.min(from + Math.max(length ?? 1, 1), source.length),
          line: lineAt(source, from),
          message: withHint(ts.flattenDiagnosticMessageText(messageText, '\n')),
        }
      })
      return problems.sort((a, b) => a.from - b.from)
    },
    complete(source, position) {
      take(source)
      const found = service.getCompletionsAtPosition(SOURCE, position, { includeCompletionsWithInsertText: false })
      if (found === undefined) return null
      const from = found.optionalReplacementSpan?.start ?? wordStart(source, position)
      const options = found.entries
        .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
        .slice(0, MOST_OPTIONS)
        .map(({ name, kind }) => ({ label: name, kind }))
      return { from, options }
    },
    describe(source, position, label) {
      take(source)
      const details = service.getCompletionEntryDetails(SOURCE, position, label, {}, undefined, {}, undefined)
      return details === undefined ? null : { signature: textOf(details.displayParts), documentation: textOf(details.documentation) }
    },
    explain(source, position) {
      take(source)
      const info = service.getQuickInfoAtPosition(SOURCE, position)
      if (info === undefined) return null
      const { start, length } = info.textSpan
      return { from: start, to: start + length, signature: textOf(info.displayParts), documentation: textOf(info.documentation) }
    },
  }
}

const textOf = (parts: readonly ts.SymbolDisplayPart[] | undefined): string => (parts ?? []).map(({ text }) => text).join('')

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

function wordStart(source: string, position: number): number {
  const word = /[\w$]*$/.exec(source.slice(0, position))?.[0] ?? ''
  return position - word.length
}
