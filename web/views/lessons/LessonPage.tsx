// One lesson: where in it one is, the step, and what follows it.

import { useEffect, useRef } from 'react'
import { LESSONS, stepOf } from '../../../src/lessons/catalogue.ts'
import { lessonAddress } from '../../commands/navigate.ts'
import { copyText } from '../../commands/take-away.ts'
import { type LessonPlace, lessonAfter, stepKey } from '../../state/lessons.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { CLASS_LINK_ADVICE, LESSON_WORDS, stepWords } from '../../text/lessons/lessons.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LessonStepView } from './LessonStepView.tsx'

export function LessonPage({ place }: { readonly place: LessonPlace }) {
  const { lesson, at } = place
  const step = stepOf(lesson, at)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(place)
  useEffect(() => {
    // From step to step the focus follows; whoever has just arrived keeps it where it is.
    if (before.current !== place) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'nearest' })
    }
    before.current = place
  }, [place])
  if (step === undefined) return null
  const words = stepWords(lesson, step.id)
  return (
    <article className="section lesson" aria-labelledby="lesson-title">
      <nav aria-label="Lessons">
        <a className="lesson-back small" href={lessonAddress(null)}>
          <Icon name="previous" />
          All lessons
        </a>
      </nav>
      <h2 id="lesson-title">{LESSON_WORDS[lesson].title}</h2>
      <StepList place={place} />
      <h3 ref={heading} tabIndex={-1} className="lesson-step-title">
        <span className="faint number">
          {at} of {LESSONS[lesson].steps.length}
        </span>{' '}
        {words.title}
      </h3>
      <LessonStepView key={stepKey(lesson, step.id)} lesson={lesson} step={step} words={words} next={<NextStep place={place} />} />
      <LessonLinks place={place} />
    </article>
  )
}

function StepList({ place: { lesson, at } }: { readonly place: LessonPlace }) {
  const done = useWorkbench((state) => state.lessons.done)
  return (
    <nav aria-label="Steps of this lesson">
      <ol className="lesson-steps">
        {LESSONS[lesson].steps.map(({ id }, index) => {
          const revealed = done.includes(stepKey(lesson, id))
          return (
            <li key={id}>
              <a
                className="lesson-step"
                href={lessonAddress({ lesson, at: index + 1 })}
                aria-current={index + 1 === at ? 'step' : undefined}
                aria-label={`Step ${index + 1}: ${stepWords(lesson, id).title}${revealed ? ', done' : ''}`}
                title={stepWords(lesson, id).title}
              >
                {revealed ? <Icon name="check" /> : <span className="number">{index + 1}</span>}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function NextStep({ place: { lesson, at } }: { readonly place: LessonPlace }) {
  const following = stepOf(lesson, at + 1)
  const after = lessonAfter(lesson)
  const [href, title] =
    following !== undefined
      ? [lessonAddress({ lesson, at: at + 1 }), stepWords(lesson, following.id).title]
      : after !== null
        ? [lessonAddress({ lesson: after, at: 1 }), LESSON_WORDS[after].title]
        : [lessonAddress(null), 'All lessons']
  return (
    <a className="button button-primary lesson-next" href={href}>
      {following !== undefined ? 'Next step' : after !== null ? 'Next lesson' : 'That was the last'}: {title}
      <Icon name="next" />
    </a>
  )
}

function LessonLinks({ place }: { readonly place: LessonPlace }) {
  const copy = (address: string): void => void copyText(new URL(address, document.baseURI).href)
  return (
    <footer className="lesson-links small">
      <button type="button" className="button button-quiet" onClick={() => copy(lessonAddress(place, []))}>
        <Icon name="link" />
        Copy a link to this step
      </button>
      <button
        type="button"
        className="button button-quiet"
        title={CLASS_LINK_ADVICE}
        onClick={() => copy(lessonAddress(place, ['decide', 'results', 'views', 'tools']))}
      >
        <Icon name="link" />
        Copy it for a class
      </button>
    </footer>
  )
}
