// What a step of a lesson computes, as plain data: what happened, the figures that the page may state, and pictures. Words belong
// to the page: names in here are keys that it has sentences for.

import type { IsolationBench } from '../engine/isolation/policy.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { EpisodeState } from '../episode/trajectory.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { EngineName } from '../service/index.ts'

export interface PictureToken {
  readonly text: string
  readonly state: EpisodeState
  readonly lossMask: 0 | 1
  /** An advantage, a push, a weight: what the caption says. */
  readonly value?: number
}

/** Sequences of tokens, one below the other. */
export interface TokensPicture {
  readonly kind: 'tokens'
  readonly caption: string
  readonly rows: readonly { readonly label: string; readonly tokens: readonly PictureToken[] }[]
}

export interface TablePicture {
  readonly kind: 'table'
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** Signed numbers as bars, by row and column. */
export interface BarsPicture {
  readonly kind: 'bars'
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly { readonly label: string; readonly values: readonly (number | null)[] }[]
}

export interface CurvesPicture {
  readonly kind: 'curves'
  readonly caption: string
  readonly steps: readonly number[]
  readonly lines: readonly { readonly label: string; readonly values: readonly (number | null)[]; readonly errors?: readonly (number | null)[] }[]
}

/** Two source texts side by side, each with the passage that is spoken of: lines counted from 1, the last included. */
export interface SourcesPicture {
  readonly kind: 'sources'
  readonly caption: string
  readonly sides: readonly { readonly name: string; readonly text: string; readonly from: number; readonly to: number }[]
}

export type Picture = TokensPicture | TablePicture | BarsPicture | CurvesPicture | SourcesPicture

/** What the page may state of what happened, by name. */
export type Facts = Readonly<Record<string, number | string>>

export interface StepResult {
  /** The option, or the number, that came out. */
  readonly outcome: string | number
  readonly facts: Facts
  readonly pictures: readonly Picture[]
}

/** Settings that a visitor may change, by name. */
export type StepInput = Readonly<Record<string, number>>

export interface LessonProgress {
  readonly what: string
  readonly done: number
  readonly total: number
}

/** An engine of the lesson's own over one of the bases: no run is disturbed by it. */
export interface LessonGround {
  readonly engine: EngineName
  readonly device: string
  readonly tokenizer: Tokenizer
  /** Opens engines with nothing but the base, one after the other. */
  readonly bench: IsolationBench
}

export interface LessonTools {
  ground(base: string): Promise<LessonGround>
  /** Kernels of this device: those of its GPU where it has one, else those of the processor. */
  kernels(): Promise<Kernels>
  say(progress: LessonProgress): void
  clock(): number
  /** The same key makes its value once in the life of a lesson: several steps may speak of one experiment. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>
}

export interface StepCode {
  /** What stands beside the question. */
  exhibit?(input: StepInput): readonly Picture[]
  run(input: StepInput, tools: LessonTools): StepResult | Promise<StepResult>
}
