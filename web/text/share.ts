// What is said about links: what one holds, who can read it, how long it is, and what it does not promise.

import type { LinkKind } from '../../src/share/link.ts'
import type { PlayedEpisode } from '../state/episode-play.ts'
import type { Opening } from '../state/opening.ts'
import type { OfferedLink } from '../state/shared-link.ts'
import { bytes, counted, whole } from './numbers.ts'

/** Characters over which some programs cut an address, and over which it is saved as a file. */
export const LINK_LENGTHS = { long: 2000, longest: 8000 } as const

export const OFFER_WORDS: Readonly<Record<OfferedLink['of'], { readonly title: string; readonly holds: string }>> = {
  run: { title: 'The run on view', holds: 'Its settings, its seed, the view, and its digest once it has finished. No weights, no tokens.' },
  recording: { title: 'This place in the recorded run', holds: 'The view and the step. Everybody who opens the page has this recording.' },
  episode: {
    title: 'One episode of the step on view',
    holds: 'Its environment, seed and actions: it is played again without any policy, on every device the same.',
  },
  lesson: { title: 'This step of the lesson', holds: 'The lesson, its step, and which parts of the page are hidden. No answers.' },
  settings: { title: 'The settings in the form', holds: 'What they set differently from their preset, and the seed.' },
}

export const SOURCE_SHARED = 'The source of its environment comes with it, so that whoever opens it can read and train on it.'

export const SHARE_PRIVACY =
  'Whoever has the link can read what it holds. It stands behind the # of the address, which is sent to no server, but it stays in histories and chats.'

export function lengthWords(characters: number): string {
  const size = `${counted(characters, 'character')}`
  if (characters > LINK_LENGTHS.longest) return `${size}: too long for an address, so it is saved as a file.`
  if (characters > LINK_LENGTHS.long) return `${size}: some programs cut addresses over ${whole(LINK_LENGTHS.long)}.`
  return `${size}.`
}

export const LINK_TITLES: Readonly<Record<LinkKind, string>> = {
  run: 'A link to a run',
  view: 'A link to a place in a run',
  episode: 'A link to an episode',
  environment: 'A link to an environment',
  lesson: 'A link to a lesson',
}

export const NOTHING_RAN = 'Nothing has been run: this is what the link holds.'
export const RUN_PROMISE = 'Same settings and seed. On the sender’s device and engine also the same run, bit for bit; elsewhere a run like it.'
export const PRESET_CHANGED =
  'The preset sets something differently today than when the link was made. Settings that are not named here have today’s value, so this is not quite the sender’s run.'
export const RUN_MISSING = 'This browser does not have that run. Ask whoever sent the link for the link of its settings.'
export const PLAY_EPISODE = 'Play this episode'
export const EPISODE_PROMISE = 'Played again from its seed and actions by the rules themselves, without any policy: on every device the same.'

export function episodeEnd({ over, departs }: PlayedEpisode): string {
  if (departs !== null) return `The link cannot be played further: ${departs}.`
  return over ? 'The episode ended here by its own rules.' : 'The link ends here; the episode was not over.'
}
export const SOURCE_ADVICE =
  'It is shown as text and run nowhere. In the editor it becomes a file of yours and is checked in the sandbox, which reaches nothing outside itself.'

export const RUN_SOURCE =
  'Code comes with this run: the rules of its environment. It is shown as text, and nothing of it has been run. Training runs it in the sandbox alone, which reaches nothing outside itself.'
export const RUN_SOURCE_MISSING =
  'The rules of this run are a source that somebody wrote, and the link does not hold it. Ask whoever sent the link for the source, or for the run as a file.'
export const sourceTitle = (place: number, after: number | null): string =>
  after === null ? (place === 0 ? 'The source' : `The source, version ${place + 1}`) : `The source, version ${place + 1}, from step ${after + 1} on`

export const BUNDLE_TITLE = 'A link to a run bundle'
export const askWords = (host: string): string => `Ask ${host} for it`
export const HASH_NAMED = 'The link gives the hash of the file: another file is refused.'
export const NO_HASH = 'The link gives no hash: a damaged file is refused, but whoever runs the host could hand out another run.'
export const ASK_PRIVACY = 'The host will see your network address and which file is asked for, nothing else: no cookies, and not where the link stood.'

export function openingWords(opening: Extract<Opening, { readonly kind: 'asking' | 'checking' }>): string {
  if (opening.kind === 'checking') return `Checking ${bytes(opening.bytes)} against their hashes`
  const { host, loaded, total } = opening
  return loaded === 0 ? `Asking ${host}` : `${bytes(loaded)}${total === null ? '' : ` of ${bytes(total)}`} from ${host}`
}

export const DROP_TITLE = 'Let go to open it here'
export const DROP_WORDS =
  'A run bundle, a PEFT adapter (its folder or two files), a run’s settings as JSON, an environment’s source, or a saved link. Nothing leaves this page.'
export const LESSON_UNKNOWN = 'This page has no such lesson: the link is from another version of it.'

export const OPEN_WHOLE = 'Open in Tokenloom'
export const EMBED_EMPTY = 'Nothing to replay yet: the address of this frame names no run.'
export const EMBED_TITLE = 'For a page of your own'
export const EMBED_WORDS = 'Paste this into the HTML of a course site or an article. The frame shows this one replay and trains nothing.'

/** An inline frame; whatever an address may hold is escaped. */
export function frameCode(address: string, title: string): string {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`
}
