// The files of authored environments: opened, typed into, kept as versions, copied, renamed, removed, taken away and brought. What is
// typed is written to the page's own memory at once and to the store a moment later, so that a reload loses nothing.

import { toErrorData } from '../../src/base/errors.ts'
import { bytesOfText, sha256Hex } from '../../src/base/hash.ts'
import { type Author, type AuthorFile, type AuthorPanel, freeFileName, openFileOf, titleIn, withOpen, withText } from '../state/author.ts'
import { workbench } from '../state/workbench.ts'
import { forgetDraft, keepDraft, keptDrafts } from './author-drafts.ts'
import { forgetText, keepText, keptText } from './preferences.ts'
import { askSources } from './store.ts'
import { saveFile, tell } from './take-away.ts'
import { whenPageGoes } from './when-page-goes.ts'

const OPEN_KEY = 'tokenloom-open-source'
/** What is typed waits this long for more of it. */
const PAUSE = 400
/** Characters of an address; a longer one is saved as a file. */
const LONGEST_LINK = 8000
/** Characters of a source: what the sandbox takes. */
const LONGEST = 200_000

let timer: ReturnType<typeof setTimeout> | undefined
/** Each write waits for the one before it. */
let writing: Promise<void> = Promise.resolve()

const author = (): Author => workbench.getState().author
const set = (change: Partial<Author>): void => workbench.setState({ author: { ...author(), ...change } })

whenPageGoes(() => void writeNow())

async function trying(work: () => Promise<void>): Promise<void> {
  set({ problem: null })
  try {
    await work()
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  }
}

/** Reads the files, and brings back what was typed before a crash. Asked again when the store opens. */
export async function readFiles(): Promise<void> {
  const { store } = workbench.getState()
  if (store.kind === 'opening') return
  await trying(async () => {
    const kept = store.kind === 'ready' ? await askSources((remote) => remote.sources()) : null
    const rows = kept ?? []
    const drafts = keptDrafts()
    const files = rows.map(({ id, name, text, changed, forkOf }): AuthorFile => {
      const draft = drafts.find((one) => one.id === id)
      return { id, name, changed, forkOf: forkOf?.name ?? null, text: draft !== undefined && draft.at > changed ? draft.text : text }
    })
    // Typed in a tab that kept no records.
    const lost = drafts.filter(({ id }) => !rows.some((row) => row.id === id))
    const found = lost.map(({ id, name, text, at }): AuthorFile => ({ id, name, text, changed: at, forkOf: null }))
    const here = (author().files ?? []).filter(({ id }) => !rows.some((row) => row.id === id) && !lost.some((draft) => draft.id === id))
    const all = [...files, ...found, ...here]
    if (kept !== null) {
      for (const { id, name, text } of found) await askSources((remote) => remote.createSource(id, name, text))
      for (const file of files) {
        const row = rows.find(({ id }) => id === file.id)
        if (row !== undefined && row.text !== file.text) await askSources((remote) => remote.writeSource(file.id, file.text))
      }
      for (const { id } of drafts) forgetDraft(id)
    }
    const { open } = author()
    set({ files: all, keeping: kept === null ? 'here' : 'kept' })
    // What is open stays as it stands.
    if (open === null) openFile(keptText(OPEN_KEY))
  })
}

export const showAuthorPanel = (panel: AuthorPanel): void => set({ panel })

/** Null: the gallery. */
export function openFile(id: string | null): void {
  void writeNow()
  const next = withOpen(author(), id)
  workbench.setState({ author: next })
  if (next.open === null) forgetText(OPEN_KEY)
  else keepText(OPEN_KEY, next.open)
}

/** Every change of the editor comes here. */
export function typeSource(text: string): void {
  const file = openFileOf(author())
  if (file === null || text === author().text) return
  keepDraft({ id: file.id, name: file.name, text })
  set({ text, keeping: author().keeping === 'here' ? 'here' : 'writing' })
  clearTimeout(timer)
  timer = setTimeout(() => void writeNow(), PAUSE)
}

/** The open file's text into the store. */
export function writeNow(): Promise<void> {
  clearTimeout(timer)
  const { open, text, files } = author()
  const file = files?.find(({ id }) => id === open)
  if (open === null || file === undefined || file.text === text) return writing
  set({ files: (files ?? []).map((one) => (one.id === open ? { ...one, text, changed: Date.now() } : one)) })
  writing = writing.then(() =>
    trying(async () => {
      if ((await askSources((remote) => remote.writeSource(open, text))) !== true) return
      if (author().open !== open || author().text === text) {
        forgetDraft(open)
        if (author().keeping === 'writing') set({ keeping: 'kept' })
      }
    }),
  )
  return writing
}

export const createFile = (wanted: string, source: string, forkOf?: string): Promise<void> =>
  trying(async () => {
    // As the editor holds it, so that places in it are the same everywhere.
    const text = source.replaceAll(/\r\n?/g, '\n')
    await writeNow()
    const id = crypto.randomUUID()
    const name = freeFileName(wanted, author().files ?? [])
    const row = await askSources((remote) => remote.createSource(id, name, text, forkOf))
    const parent = author().files?.find((one) => one.id === forkOf)?.name ?? null
    const file: AuthorFile = { id, name: row?.name ?? name, text, changed: row?.changed ?? Date.now(), forkOf: parent }
    if (row === null) keepDraft({ id, name, text })
    set({ files: [file, ...(author().files ?? [])] })
    openFile(id)
  })

export async function forkFile(): Promise<void> {
  const file = openFileOf(author())
  if (file === null) return
  await createFile(`${file.name}, copy`, author().text, file.id)
  if (author().problem === null) tell(`Copied as ${openFileOf(author())?.name ?? ''}.`)
}

export const renameFile = (name: string): Promise<void> =>
  trying(async () => {
    const { open, files } = author()
    const cleaned = name.replace(/\s+/g, ' ').trim()
    if (open === null || cleaned === '') return
    set({ files: (files ?? []).map((one) => (one.id === open ? { ...one, name: cleaned } : one)) })
    await askSources((remote) => remote.renameSource(open, cleaned))
  })

export const removeFile = (): Promise<void> =>
  trying(async () => {
    const { open, files } = author()
    if (open === null) return
    clearTimeout(timer)
    await writing
    await askSources((remote) => remote.removeSource(open))
    forgetDraft(open)
    set({ files: (files ?? []).filter(({ id }) => id !== open), open: null })
    openFile(null)
  })

/** The text as it stands becomes a version; its hash, by which a run names it. */
export async function keepVersion(): Promise<string | null> {
  const { open, text } = author()
  if (open === null) return null
  let hash = await sha256Hex(bytesOfText(text))
  await trying(async () => {
    await writeNow()
    hash = (await askSources((remote) => remote.keepSource(open))) ?? hash
    if (author().versions !== null) await readVersions()
  })
  return hash
}

export const readVersions = (): Promise<void> =>
  trying(async () => {
    const { open } = author()
    if (open === null) return
    const rows = (await askSources((remote) => remote.sourceVersions(open))) ?? []
    if (author().open === open) set({ versions: rows.map(({ hash, kept, text }) => ({ hash, kept, text })) })
  })

/** An earlier version's text; what stands now is kept as a version before. */
export async function backToVersion(hash: string): Promise<void> {
  const version = author().versions?.find((one) => one.hash === hash)
  if (version === undefined) return
  await keepVersion()
  replaceText(version.text)
}

/** Another text for the open file; the editor shows it. */
export function replaceText(text: string): void {
  const file = openFileOf(author())
  if (file === null) return
  keepDraft({ id: file.id, name: file.name, text })
  workbench.setState({ author: withText(author(), text) })
  void writeNow()
}

export const fileNameOf = (name: string): string => `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'environment'}.ts`

export function exportFile(): void {
  const file = openFileOf(author())
  if (file !== null) saveFile(fileNameOf(file.name), new Blob([author().text], { type: 'text/plain' }))
}

/** A link that holds the source itself. */
export async function linkToFile(): Promise<void> {
  const file = openFileOf(author())
  if (file === null) return
  const [{ encodeLink }, { takeOfferedLink }] = await Promise.all([import('../../src/share/link-codec.ts'), import('./offer-links.ts')])
  const fragment = encodeLink({ kind: 'environment', title: file.name, source: author().text })
  await takeOfferedLink(new URL(fragment, location.href).href, LONGEST_LINK)
}

export async function importFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (file.size > LONGEST) {
      set({
        problem: {
          code: 'SANDBOX_LIMIT',
          message: `${file.name} is longer than ${LONGEST} characters.`,
          nextStep: 'Open a TypeScript file with one environment.',
        },
      })
      continue
    }
    const text = await file.text()
    await createFile(titleIn(text) ?? file.name.replace(/\.[jt]s$/, ''), text)
  }
}
