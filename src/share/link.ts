// What a link may hold. Plain data, checked before anybody sees it; nothing in here runs by being opened. A link states what
// was done, not what will come out: curves differ between devices, an episode is played again from its actions.

import type { Json } from '../base/json.ts'
import type { RunSpec } from '../record/spec.ts'

/** Where the sender looked. Every field is optional; the page shows what it has. */
export interface LinkView {
  readonly tab?: string
  readonly panel?: string
  readonly arm?: string
  readonly step?: number
  readonly episode?: number
  readonly turn?: number
  readonly token?: number
}

export interface RunLink {
  readonly kind: 'run'
  readonly spec: RunSpec
  readonly view: LinkView
  /** The digest that the sender's run ended with; null where there was none. */
  readonly digest: string | null
  /** The authored source of the environment, every version that the spec names, in its order; empty: built in, or left out. Text, until a press. */
  readonly sources: readonly string[]
  /** The preset sets something differently since the link was written, so the spec is not quite the sender's. */
  readonly presetChanged: boolean
}

/** A place in a run that the reader must have: the recorded one, or one from a bundle. */
export interface ViewLink {
  readonly kind: 'view'
  readonly run: string
  readonly view: LinkView
}

export type EpisodeSplit = 'train' | 'heldOut'

/** One episode, whole: it is played again from its seed and its actions, without any policy. */
export interface EpisodeLink {
  readonly kind: 'episode'
  readonly environment: string
  readonly config: { readonly [key: string]: Json }
  /** With group and episode it draws the start and what happens later, as in the training run of that seed. */
  readonly seed: number
  readonly group: number
  readonly episode: number
  /** Training problems or held-out ones: games against a person start from these. */
  readonly split: EpisodeSplit
  /** Who acted, and what was written, in order. */
  readonly actions: readonly (readonly [agent: string, text: string])[]
}

export interface EnvironmentLink {
  readonly kind: 'environment'
  readonly title: string
  /** TypeScript for the sandbox. */
  readonly source: string
}

export interface LessonLink {
  readonly kind: 'lesson'
  readonly lesson: string
  /** From 1. */
  readonly step: number
  /** Parts of the page to hide, for a class. */
  readonly hide?: readonly string[]
}

export type LinkContent = RunLink | ViewLink | EpisodeLink | EnvironmentLink | LessonLink
export type LinkKind = LinkContent['kind']
export const LINK_KINDS: readonly LinkKind[] = ['run', 'view', 'episode', 'environment', 'lesson']

export const LINK_VERSION = 3
