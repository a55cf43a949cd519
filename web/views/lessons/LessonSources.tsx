// Two source texts side by side, each scrolled to the passage that is spoken of. The texts are those that run.

import { useLayoutEffect, useRef } from 'react'
import type { SourcesPicture } from '../../../src/lessons/step-code.ts'

export function LessonSources({ picture: { sides } }: { readonly picture: SourcesPicture }) {
  return (
    <div className="lesson-sources">
      {sides.map((side) => (
        <Source key={side.name} side={side} />
      ))}
    </div>
  )
}

function Source({ side: { name, text, from, to } }: { readonly side: SourcesPicture['sides'][number] }) {
  const box = useRef<HTMLElement>(null)
  const passage = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null && passage.current !== null) box.current.scrollTop = Math.max(0, passage.current.offsetTop - 48)
  }, [])
  const lines = text.split('\n')
  const part = (start: number, end: number): string => lines.slice(start, end).join('\n')
  return (
    <div className="lesson-source">
      <p className="small">
        <code>{name}</code>{' '}
        <span className="faint number">
          lines {from} to {to}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section ref={box} tabIndex={0} aria-label={`${name}, lines ${from} to ${to} marked`}>
        <pre>
          {part(0, from - 1)}
          {'\n'}
          <mark ref={passage}>{part(from - 1, to)}</mark>
          {'\n'}
          {part(to, lines.length)}
        </pre>
      </section>
    </div>
  )
}
