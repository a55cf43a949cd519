// The pictures of a lesson, from plain data: tokens, bars and tables in HTML, curves as the charts of a run, sources as text.

import type { BarsPicture, CurvesPicture, Picture, TablePicture, TokensPicture } from '../../../src/lessons/step-code.ts'
import type { ChartData, LineStyle } from '../../state/series.ts'
import { headWords, labelWords } from '../../text/lessons/labels.ts'
import { fixed, signed, significant, whole } from '../../text/numbers.ts'
import { Chart } from '../results/Chart.tsx'
import { LessonSources } from './LessonSources.tsx'

export function LessonPicture({ picture }: { readonly picture: Picture }) {
  // A chart has a caption of its own.
  if (picture.kind === 'curves') return <Curves picture={picture} />
  return (
    <figure className="lesson-picture">
      <figcaption className="small">{labelWords(picture.caption)}</figcaption>
      <Drawn picture={picture} />
    </figure>
  )
}

function Drawn({ picture }: { readonly picture: Exclude<Picture, CurvesPicture> }) {
  switch (picture.kind) {
    case 'tokens':
      return <Tokens picture={picture} />
    case 'table':
      return <Table picture={picture} />
    case 'bars':
      return <Bars picture={picture} />
    case 'sources':
      return <LessonSources picture={picture} />
  }
}

const shownText = (text: string): string => text.replaceAll('\n', '⏎').replaceAll(' ', '·')

function Tokens({ picture: { rows } }: { readonly picture: TokensPicture }) {
  const most = Math.max(1e-9, ...rows.flatMap(({ tokens }) => tokens.map(({ value }) => Math.abs(value ?? 0))))
  return (
    <>
      {rows.map(({ label, tokens }) => (
        <div key={label} className="lesson-sequence">
          <span className="small soft">{label}</span>
          <p className="unseen">
            {label}:{' '}
            {tokens
              .map(({ text, lossMask, value }) => `${shownText(text)} mask ${lossMask}${value === undefined ? '' : ` push ${signed(value, 2)}`}`)
              .join('; ')}
          </p>
          <div className="lesson-tokens" aria-hidden="true">
            {tokens.map(({ text, state, lossMask, value }, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens stand in their order
                key={place}
                className="lesson-token"
                data-state={state}
                data-mask={lossMask}
                title={`${state}, loss mask ${lossMask}${value === undefined ? '' : `, push ${signed(value, 2)}`}`}
              >
                {shownText(text)}
                <i
                  className="lesson-push"
                  data-sign={value === undefined ? 'none' : value > 0 ? 'up' : 'down'}
                  style={{ height: `${(7 * Math.abs(value ?? 0)) / most}px` }}
                />
              </span>
            ))}
          </div>
        </div>
      ))}
    </>
  )
}

function Table({ picture: { head, rows, caption } }: { readonly picture: TablePicture }) {
  if (rows.length === 0) return <p className="small faint">Nothing to list.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={labelWords(caption)}>
      <table className="table lesson-table">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name}>{headWords(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stand in their order
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in their order
                <td key={column} className={typeof cell === 'number' ? 'number' : undefined}>
                  {typeof cell === 'number' ? (Number.isInteger(cell) ? whole(cell) : significant(cell)) : labelWords(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bars({ picture: { head, rows, caption } }: { readonly picture: BarsPicture }) {
  const mostOf = head.map((_, column) => Math.max(1e-9, ...rows.map(({ values }) => Math.abs(values[column] ?? 0))))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={labelWords(caption)}>
      <table className="table lesson-bars">
        <thead>
          <tr>
            <td />
            {head.map((name) => (
              <th key={name} scope="col">
                {headWords(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {head.map((name, column) => (
                <td key={name}>
                  <Bar value={values[column] ?? null} most={mostOf[column] ?? 1} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bar({ value, most }: { readonly value: number | null; readonly most: number }) {
  if (value === null) return <span className="faint">none</span>
  return (
    <span className="lesson-bar">
      <span className="lesson-bar-track" aria-hidden="true">
        <i data-sign={value < 0 ? 'down' : 'up'} style={{ width: `${(50 * Math.abs(value)) / most}%` }} />
      </span>
      <span className="number">{value === 0 ? '0' : signed(value, 2)}</span>
    </span>
  )
}

const STYLES: Readonly<Record<string, LineStyle>> = {
  policy: 'policy',
  shuffled: 'shuffled',
  frozen: 'frozen',
  broken: 'policy',
  'sound-1': 'besideA',
  'sound-2': 'besideB',
  'sound-3': 'besideC',
}
const OTHERS: readonly LineStyle[] = ['policy', 'besideA']
const HEIGHT = 220
const format = (value: number): string => fixed(value, 2)

function Curves({ picture: { steps, lines, caption } }: { readonly picture: CurvesPicture }) {
  const data: ChartData = {
    steps,
    until: steps.at(-1) ?? 0,
    lines: lines.map(({ label, values, errors }, index) => ({
      label: labelWords(label),
      style: STYLES[label] ?? OTHERS[index] ?? 'besideB',
      values,
      ...(errors === undefined ? {} : { errors }),
    })),
  }
  const shares = lines.every(({ values }) => values.every((value) => value === null || (value >= 0 && value <= 1)))
  return <Chart title={labelWords(caption)} name={labelWords(caption)} data={data} height={HEIGHT} shares={shares} format={format} />
}
