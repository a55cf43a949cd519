// Lessons: the list of them, or one that is open at a step. The address names both, so that Back works and a step can be linked.

import { useEffect } from 'react'
import { LESSON_IDS, LESSONS, type LessonId } from '../../../src/lessons/catalogue.ts'
import { closeLesson, restoreLessons, showStep } from '../../commands/lessons.ts'
import { lessonAddress } from '../../commands/navigate.ts'
import { doneOf, nextStep } from '../../state/lessons.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { LESSON_WORDS, LESSONS_INTRODUCTION, openWords, progressOf } from '../../text/lessons/lessons.ts'
import { LessonPage } from './LessonPage.tsx'

export function LessonsView() {
  const place = useWorkbench((state) => state.lessons.place)
  useEffect(() => {
    restoreLessons()
    return closeLesson
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another step to show
  useEffect(() => void showStep(), [place])
  return place === null ? <LessonList /> : <LessonPage place={place} />
}

function LessonList() {
  return (
    <section className="section lesson-list" aria-labelledby="lessons-title">
      <h2 id="lessons-title" className="section-head">
        Lessons
      </h2>
      <p className="soft lesson-introduction">{LESSONS_INTRODUCTION}</p>
      <ol className="lesson-cards">
        {LESSON_IDS.map((lesson) => (
          <LessonCard key={lesson} lesson={lesson} />
        ))}
      </ol>
    </section>
  )
}

function LessonCard({ lesson }: { readonly lesson: LessonId }) {
  const done = useWorkbench((state) => state.lessons.done)
  const { title, summary } = LESSON_WORDS[lesson]
  const { minutes, steps } = LESSONS[lesson]
  const own = doneOf(lesson, done)
  return (
    <li className="lesson-card">
      <h3>{title}</h3>
      <p className="small soft">{summary}</p>
      <p className="lesson-card-foot small">
        <span className="faint number">
          {progressOf(own, steps.length)}, about {minutes} minutes
        </span>
        <a className="button" href={lessonAddress({ lesson, at: nextStep(lesson, done) })} aria-label={`${openWords(own, steps.length)}: ${title}`}>
          {openWords(own, steps.length)}
        </a>
      </p>
    </li>
  )
}
