// One step: what it says, what stands beside the question, the prediction, and, once it was made, what the live code gave.

import { useEffect, useRef } from 'react'
import type { LessonId, LessonStep } from '../../../src/lessons/catalogue.ts'
import type { StepResult } from '../../../src/lessons/step-code.ts'
import { askAgain, closeLesson, reveal } from '../../commands/lessons.ts'
import { freshStep, type StepState, stepKey } from '../../state/lessons.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { progressWords } from '../../text/lessons/labels.ts'
import { NEEDS, verdictWords } from '../../text/lessons/lessons.ts'
import type { StepWords } from '../../text/lessons/words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { LessonInputs } from './LessonInputs.tsx'
import { LessonPicture } from './LessonPicture.tsx'
import { LessonQuestion } from './LessonQuestion.tsx'

export interface LessonStepProps {
  readonly lesson: LessonId
  readonly step: LessonStep
  readonly words: StepWords
  /** The way on, shown once the step was revealed. */
  readonly next: React.ReactNode
}

export function LessonStepView({ lesson, step, words, next }: LessonStepProps) {
  const known = useWorkbench((state) => state.lessons.steps[stepKey(lesson, step.id)])
  const state = known ?? freshStep(step)
  const { run, verdict } = state
  const running = run.kind === 'running'
  const result = run.kind === 'done' ? run.result : running ? run.before : null
  const asked = verdict === null
  return (
    <div className="lesson-body">
      {words.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {(asked || result === null || pictures(result) === 0 || hasSources(state)) &&
        (state.exhibit ?? []).map((picture) => <LessonPicture key={picture.caption} picture={picture} />)}
      <LessonQuestion step={step} words={words} state={state} />
      {asked && (
        <div className="lesson-act">
          <button type="button" className="button button-primary" disabled={state.prediction === null || running} onClick={() => void reveal()}>
            <Icon name="play" />
            {step.needs === undefined ? 'Show what happens' : 'Run it'}
          </button>
          {running && (
            <button type="button" className="button" onClick={closeLesson}>
              <Icon name="stop" />
              End it
            </button>
          )}
          {step.needs !== undefined && !running && <span className="small soft">{NEEDS[step.needs]}</span>}
        </div>
      )}
      <p className="small soft lesson-status" role="status">
        {statusWords(state)}
      </p>
      {running && run.progress !== null && asked && (
        <progress className="lesson-progress" aria-label="Progress" max={run.progress.total} value={run.progress.done} />
      )}
      {run.kind === 'failed' && <ErrorNotice error={run.error} />}
      {verdict !== null && (
        <Revealed words={words} verdict={verdict} result={result}>
          <LessonInputs step={step} state={state} />
          <div className="lesson-act">
            {next}
            <button type="button" className="button button-quiet" onClick={askAgain}>
              Ask me again
            </button>
          </div>
        </Revealed>
      )}
    </div>
  )
}

const pictures = ({ pictures: all }: StepResult): number => all.length
const hasSources = ({ exhibit }: StepState): boolean => exhibit?.some(({ kind }) => kind === 'sources') === true

function statusWords({ run, prediction, verdict }: StepState): string {
  if (run.kind === 'running') return run.progress === null ? 'Under way' : progressWords(run.progress)
  return prediction === null && verdict === null ? 'Predict first.' : ''
}

interface RevealedProps {
  readonly words: StepWords
  readonly verdict: NonNullable<StepState['verdict']>
  readonly result: StepResult | null
  readonly children: React.ReactNode
}

/** What came out; the focus goes there when it comes. */
function Revealed({ words, verdict, result, children }: RevealedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const nameOf = (value: string | number): string => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : (words.options?.[value] ?? value))
  return (
    <section className="lesson-result" aria-label="What happened" data-right={verdict.right}>
      <h4 ref={heading} tabIndex={-1}>
        <Icon name={verdict.right ? 'check' : 'information'} />
        {verdictWords(verdict.right, nameOf(verdict.predicted), nameOf(verdict.outcome))}
      </h4>
      {result !== null && (
        <>
          {words.seen(result.facts).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {result.pictures.map((picture) => (
            <LessonPicture key={picture.caption} picture={picture} />
          ))}
        </>
      )}
      {children}
    </section>
  )
}
