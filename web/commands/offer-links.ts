// The links that can be copied now: the run on view, an episode of it, and the settings as they stand in the form. Made when somebody asks to
// share. What is too long for an address is saved as a file that holds it.

import { turnsOfArm } from '../../src/record/events.ts'
import { decodeTurns } from '../../src/record/turn-blob.ts'
import type { EpisodeLink, LinkContent } from '../../src/share/link.ts'
import { formatAddress } from '../state/address.ts'
import { readDraft } from '../state/draft.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { contentOfRun, type OfferedLink, viewNow } from '../state/shared-link.ts'
import { workbench } from '../state/workbench.ts'
import { sourcesFor } from './authored-sources.ts'
import { factsOfEpisode } from './play-episode.ts'
import { bytesOf } from './show-tokens.ts'
import { copyText, saveFile, tell } from './take-away.ts'

export async function offerLinks(): Promise<void> {
  const { encodeLink } = await import('../../src/share/link-codec.ts')
  const { run, tab, selection, draft, recording } = workbench.getState()
  const view = viewNow(workbench.getState())
  const { spec } = readDraft(draft)
  const offer = (of: OfferedLink['of'], content: LinkContent | null): readonly OfferedLink[] =>
    content === null ? [] : [{ of, address: new URL(encodeLink(content), location.href).href, ...(holdsSource(content) ? { source: true } : {}) }]
  /** The page as a frame shows it, with this fragment. */
  const framed = (fragment: string): string => new URL(`?embed${fragment}`, location.href).href
  const sources = run?.spec ? await sourcesFor(run.spec) : []
  const ofRun = offer(recording === null ? 'run' : 'recording', run === null ? null : contentOfRun(run, view, sources))
  const settings = spec === null ? null : { spec, sources: await sourcesFor(spec), view: {}, digest: null, presetChanged: false }
  const ofSettings = offer('settings', settings === null ? null : { kind: 'run', ...settings })
  const { lessons, hidden } = workbench.getState()
  const lesson: LinkContent | null =
    tab !== 'lessons' || lessons.place === null
      ? null
      : { kind: 'lesson', lesson: lessons.place.lesson, step: lessons.place.at, ...(hidden.length === 0 ? {} : { hide: hidden }) }
  const place = formatAddress({ run: RECORDED_RUN, ...(tab === 'charts' ? {} : { tab }), ...(selection.step === null ? {} : { step: selection.step }) })
  const first = [...offer('lesson', lesson), ...(recording === null ? ofRun : ofRun.map((one) => ({ ...one, frame: framed(place) })))]
  const mine = [...first, ...ofSettings]
  workbench.setState({ offered: mine })
  // Its worker takes a moment.
  const ofEpisode = offer('episode', await episodeNow().catch(() => null)).map((one) => ({ ...one, frame: framed(new URL(one.address).hash) }))
  if (workbench.getState().offered === mine) workbench.setState({ offered: [...first, ...ofEpisode, ...ofSettings] })
}

const holdsSource = (content: LinkContent): boolean => content.kind === 'run' && content.sources.length > 0

/** The episode that is looked at, else the first of the step; null where its turns are not kept or no rules of this page make them. */
async function episodeNow(): Promise<EpisodeLink | null> {
  const { run, tokenStep, place, board } = workbench.getState()
  const spec = run?.spec ?? null
  // A faulty coordinator lets agents act out of turn: rules alone cannot play that again.
  if (run === null || spec === null || tokenStep === null || spec.coordinator !== 'sound') return null
  const { step, arm } = tokenStep
  const bytes = await bytesOf(run.id, turnsOfArm(arm), step)
  const read = bytes === undefined ? null : decodeTurns(bytes)
  if (read?.ok !== true) return null
  const { turns } = read.value
  const looked = place.episode ?? (board.kind === 'shown' ? board.episodes[board.place]?.episode : undefined)
  const episode = turns.some((turn) => turn.episode === looked) ? looked : turns[0]?.episode
  if (episode === undefined || episode === null) return null
  const facts = await factsOfEpisode({ spec, step, episode, turns: turns.filter((turn) => turn.episode === episode) })
  const config = typeof facts.config === 'object' && facts.config !== null && !Array.isArray(facts.config) ? (facts.config as EpisodeLink['config']) : {}
  return { kind: 'episode', ...facts, config }
}

/** Over `most` characters it becomes a file. */
export async function takeOfferedLink(address: string, most: number): Promise<void> {
  if (address.length <= most) return copyText(address)
  saveFile('tokenloom-link.txt', new Blob([address], { type: 'text/plain' }))
  tell('Too long for an address: saved as a file that holds it.')
}
