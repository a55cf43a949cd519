// The question of a step: a choice, or a number by slider. After the answer it stays as it was answered.

import { useId } from 'react'
import type { LessonStep } from '../../../src/lessons/catalogue.ts'
import { predict } from '../../commands/lessons.ts'
import type { StepState } from '../../state/lessons.ts'
import type { StepWords } from '../../text/lessons/words.ts'
import { fixed } from '../../text/numbers.ts'

interface QuestionProps {
  readonly step: LessonStep
  readonly words: StepWords
  readonly state: StepState
}

export function LessonQuestion({ step: { question }, words, state: { prediction, verdict, run } }: QuestionProps) {
  const name = useId()
  const closed = verdict !== null || run.kind === 'running'
  return (
    <fieldset className="lesson-question" disabled={closed}>
      <legend>{words.question}</legend>
      {question.kind === 'choose' ? (
        question.options.map((option) => (
          <label key={option} className="lesson-option" data-outcome={verdict?.outcome === option || undefined}>
            <input type="radio" name={name} value={option} checked={prediction === option} onChange={() => predict(option)} />
            <span>{words.options?.[option] ?? option}</span>
          </label>
        ))
      ) : (
        <NumberAnswer question={question} prediction={typeof prediction === 'number' ? prediction : null} label={words.question} />
      )}
    </fieldset>
  )
}

interface NumberAnswerProps {
  readonly question: { readonly min: number; readonly max: number; readonly step: number }
  readonly prediction: number | null
  readonly label: string
}

function NumberAnswer({ question: { min, max, step }, prediction, label }: NumberAnswerProps) {
  const shown = prediction ?? min
  return (
    <div className="lesson-number">
      <input type="range" min={min} max={max} step={step} value={shown} aria-label={label} onChange={(event) => predict(event.target.valueAsNumber)} />
      <output className="number">{prediction === null ? '–' : fixed(prediction, 2)}</output>
      {prediction === null && (
        <button type="button" className="button" onClick={() => predict(min)}>
          Take {fixed(min, 2)}
        </button>
      )}
    </div>
  )
}
