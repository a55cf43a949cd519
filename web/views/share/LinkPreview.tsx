// An opened link: what it holds, as text, and what a press would do with it. Until then nothing has been run.

import { LESSON_IDS, stepOf } from '../../../src/lessons/catalogue.ts'
import { specDifferences } from '../../../src/record/spec-diff.ts'
import type { EnvironmentLink, EpisodeLink, LessonLink, LinkContent, LinkView, RunLink, ViewLink } from '../../../src/share/link.ts'
import { closeLink, editSource, saveSource, takeLessonLink, takeRunLink, takeViewLink } from '../../commands/take-link.ts'
import { titleOfSpec } from '../../state/preset-title.ts'
import { RECORDED_RUN } from '../../state/recording.ts'
import type { OpenedLink } from '../../state/shared-link.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { LESSON_WORDS, stepWords } from '../../text/lessons/lessons.ts'
import { counted } from '../../text/numbers.ts'
import { differenceWords } from '../../text/run-list.ts'
import {
  BUNDLE_TITLE,
  EPISODE_PROMISE,
  LESSON_UNKNOWN,
  LINK_TITLES,
  lengthWords,
  NOTHING_RAN,
  PRESET_CHANGED,
  RUN_MISSING,
  RUN_PROMISE,
  RUN_SOURCE,
  RUN_SOURCE_MISSING,
  SOURCE_ADVICE,
  sourceTitle,
} from '../../text/share.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { BundleElsewhere } from './BundleElsewhere.tsx'
import { EpisodePlayer } from './EpisodePlayer.tsx'

export function LinkPreview({ link: { fragment, read } }: { readonly link: OpenedLink }) {
  const played = useWorkbench((state) => state.episodePlay.kind === 'shown')
  if (read.kind === 'reading') return null
  const title = read.kind === 'held' ? LINK_TITLES[read.content.kind] : read.kind === 'elsewhere' ? BUNDLE_TITLE : 'This link cannot be opened'
  return (
    <Sheet title={title} onClose={closeLink}>
      <div className="section link-preview" data-testid="link-preview">
        {read.kind === 'refused' ? (
          <ErrorNotice error={read.error} />
        ) : read.kind === 'elsewhere' ? (
          <BundleElsewhere bundle={read.bundle} />
        ) : (
          <>
            <p className="soft">
              {played ? '' : `${NOTHING_RAN} `}
              <span className="number">{lengthWords(location.href.replace(/#.*$/s, '').length + fragment.length)}</span>
            </p>
            <Content content={read.content} />
          </>
        )}
      </div>
    </Sheet>
  )
}

function Content({ content }: { readonly content: LinkContent }) {
  switch (content.kind) {
    case 'run':
      return <Run link={content} />
    case 'view':
      return <Place link={content} />
    case 'episode':
      return <Episode link={content} />
    case 'environment':
      return <Source link={content} />
    case 'lesson':
      return <Lesson link={content} />
  }
}

function Run({ link }: { readonly link: RunLink }) {
  const { spec, digest, sources } = link
  const { reloads } = spec.environment
  const differences = specDifferences(spec)
  return (
    <>
      <p>
        <strong>{titleOfSpec(spec)}</strong>, seed {spec.seed}, {counted(spec.steps, 'step')}
      </p>
      {differences.length === 0 ? (
        <p className="soft">Every setting as the preset has it.</p>
      ) : (
        <ul className="run-differences" aria-label="Settings that differ from the preset">
          {differences.map((difference) => (
            <li key={difference.path}>{differenceWords(difference)}</li>
          ))}
        </ul>
      )}
      <ViewWords view={link.view} />
      {digest !== null && (
        <p className="small">
          The sender’s run ended with the digest <code className="link-digest">{digest}</code>
        </p>
      )}
      {link.presetChanged && <Remark>{PRESET_CHANGED}</Remark>}
      {sources.length > 0 && <Remark>{RUN_SOURCE}</Remark>}
      {sources.length === 0 && spec.environment.source !== '' && <Remark>{RUN_SOURCE_MISSING}</Remark>}
      {sources.map((source, place) => (
        <RunSource key={source} source={source} title={sourceTitle(place, reloads[place - 1]?.after ?? null)} file={spec.environment.id} />
      ))}
      <p className="small soft">{RUN_PROMISE}</p>
      <div className="share-buttons">
        <button type="button" className="button button-primary" onClick={() => void takeRunLink(link, false)}>
          Take these settings
        </button>
        <button type="button" className="button" onClick={() => void takeRunLink(link, true)}>
          {sources.length > 0 ? 'Take them and train, in the sandbox' : 'Take them and train'}
        </button>
      </div>
    </>
  )
}

/** The rules that come with a run, as text. */
function RunSource({ source, title, file }: { readonly source: string; readonly title: string; readonly file: string }) {
  return (
    <details className="more">
      <summary>
        {title}, {source.split('\n').length} lines
      </summary>
      <textarea className="link-text" readOnly rows={12} spellCheck={false} aria-label={title} value={source} />
      <button type="button" className="button" onClick={() => void editSource({ title: file, source })}>
        Open it in the editor
      </button>
    </details>
  )
}

function Place({ link }: { readonly link: ViewLink }) {
  const here = useWorkbench((state) => link.run === RECORDED_RUN || state.saved.some(({ id }) => id === link.run))
  return (
    <>
      <p>{link.run === RECORDED_RUN ? 'The recorded run that ships with the page' : <code>{link.run}</code>}</p>
      <ViewWords view={link.view} />
      {!here && <Remark>{RUN_MISSING}</Remark>}
      <div className="share-buttons">
        <button type="button" className="button button-primary" disabled={!here} onClick={() => takeViewLink(link)}>
          Go there
        </button>
      </div>
    </>
  )
}

function ViewWords({ view }: { readonly view: LinkView }) {
  const words = Object.entries(view).map(([name, value]) => `${name} ${value}`)
  return words.length === 0 ? null : <p className="small soft">The sender looked at: {words.join(', ')}.</p>
}

function Episode({ link }: { readonly link: EpisodeLink }) {
  return (
    <>
      <p>
        <code>{link.environment}</code>, seed {link.seed}, {counted(link.actions.length, 'action')}
      </p>
      <textarea className="link-text" readOnly rows={3} aria-label="Actions" value={link.actions.map(([agent, text]) => `${agent}: ${text}`).join('\n')} />
      <p className="small soft">{EPISODE_PROMISE}</p>
      <EpisodePlayer link={link} />
    </>
  )
}

function Source({ link }: { readonly link: EnvironmentLink }) {
  return (
    <>
      <p>
        <strong>{link.title}</strong>
      </p>
      <textarea className="link-text" readOnly rows={12} spellCheck={false} aria-label="Source" value={link.source} />
      <Remark>{SOURCE_ADVICE}</Remark>
      <div className="share-buttons">
        <button type="button" className="button button-primary" onClick={() => void editSource(link)}>
          Open it in the editor
        </button>
        <button type="button" className="button" onClick={() => saveSource(link)}>
          Save the source
        </button>
      </div>
    </>
  )
}

function Lesson({ link }: { readonly link: LessonLink }) {
  const lesson = LESSON_IDS.find((one) => one === link.lesson)
  const step = lesson === undefined ? undefined : stepOf(lesson, link.step)
  return (
    <>
      <p>
        {lesson === undefined ? <code>{link.lesson}</code> : <strong>{LESSON_WORDS[lesson].title}</strong>}, step {link.step}
        {lesson !== undefined && step !== undefined && `: ${stepWords(lesson, step.id).title}`}
      </p>
      {lesson === undefined ? (
        <Remark>{LESSON_UNKNOWN}</Remark>
      ) : (
        <div className="share-buttons">
          <button type="button" className="button button-primary" onClick={() => takeLessonLink(link)}>
            Open the lesson
          </button>
        </div>
      )}
    </>
  )
}
