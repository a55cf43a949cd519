// Links as the page holds them: the one that was opened and waits for a press, and those that can be copied. Plain data and pure
// functions.

import type { ErrorData } from '../../src/base/errors.ts'
import type { BundleAddress } from '../../src/share/bundle-address.ts'
import type { LinkContent, LinkView } from '../../src/share/link.ts'
import { type Address, ARMS, PANELS, TABS, type Tab } from './address.ts'
import { RECORDED_RUN } from './recording.ts'
import type { RunView } from './run-view.ts'
import type { Place } from './timeline.ts'

export interface OpenedLink {
  readonly fragment: string
  readonly read:
    | { readonly kind: 'reading' }
    | { readonly kind: 'held'; readonly content: LinkContent }
    /** A bundle on another host, which nobody has asked for yet. */
    | { readonly kind: 'elsewhere'; readonly bundle: BundleAddress }
    | { readonly kind: 'refused'; readonly error: ErrorData }
}

/** A link that could be copied now. */
export interface OfferedLink {
  readonly of: 'run' | 'recording' | 'episode' | 'lesson' | 'settings'
  readonly address: string
  /** The source of an authored environment comes with it. */
  readonly source?: boolean
  /** The same as a frame on another page shows it; absent where there is nothing to replay. */
  readonly frame?: string
}

/** What is on view; `tokenStep` is the step whose tokens are, also where nobody has chosen one. */
export interface Looking {
  readonly tab: Tab
  readonly place: Place
  readonly selection: { readonly arm: string; readonly step: number | null }
  readonly tokenStep: { readonly step: number } | null
  readonly token: { readonly index: number } | null
}

/** Where the visitor is, as a link tells it. A token or a turn means nothing without its step. */
export function viewNow({ tab, selection, place, tokenStep, token }: Looking): LinkView {
  const within = token !== null || place.episode !== null
  const step = selection.step ?? (within ? (tokenStep?.step ?? null) : null)
  return {
    ...(tab === 'charts' ? {} : { tab }),
    ...(selection.arm === 'policy' ? {} : { arm: selection.arm }),
    ...(step === null ? {} : { step }),
    ...(step === null || place.episode === null ? {} : { episode: place.episode, ...(place.turn === null ? {} : { turn: place.turn }) }),
    ...(step === null || token === null ? {} : { token: token.index }),
  }
}

/** The tab that a link names, where this page has it. */
export const tabOf = (view: LinkView): Tab | undefined => TABS.find((tab) => tab === view.tab)

/** The place that a link names, as far as this page has it. */
export function placeOf({ arm, panel, step, episode, turn, tab }: LinkView): Address {
  const [knownTab, knownArm, knownPanel] = [
    tabOf({ ...(tab === undefined ? {} : { tab }) }),
    ARMS.find((one) => one === arm),
    PANELS.find((one) => one === panel),
  ]
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownArm === undefined ? {} : { arm: knownArm }),
    ...(knownPanel === undefined ? {} : { panel: knownPanel }),
    ...(step === undefined ? {} : { step }),
    ...(episode === undefined ? {} : { episode }),
    ...(turn === undefined ? {} : { turn }),
  }
}

/** What can be shared of a run: the recorded one everybody has; of another its spec with the sources that it plays, and its digest once it is whole. */
export function contentOfRun(run: RunView, view: LinkView, sources: readonly string[] = []): LinkContent | null {
  if (run.id === RECORDED_RUN) return { kind: 'view', run: run.id, view }
  if (run.spec === null) return null
  return { kind: 'run', spec: run.spec, view, digest: run.status === 'finished' ? run.digest : null, sources, presetChanged: false }
}
