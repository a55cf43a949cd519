// A figure of geometry for people: the lines and labels of its vector data, crisp at any size. Known parts are set strong, what is
// asked for has a colour and a broken line. Decorative: the words beside it speak.

import type { Figure, Label, Shape } from '../../../src/environments/figure.ts'

export function FigureDrawing({ figure }: { readonly figure: Figure }) {
  const { width, height, shapes } = figure
  // Where something is asked it lies over the outline, and labels over both.
  const order = [...shapes].sort((a, b) => rank(a) - rank(b))
  return (
    <svg className="figure-drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {order.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a figure never move
        <Drawn key={index} shape={shape} />
      ))}
    </svg>
  )
}

const rank = (shape: Shape): number => (shape.kind === 'label' ? 3 : shape.role === 'outline' ? 0 : shape.role === 'given' ? 1 : 2)

function Drawn({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'stroke': {
      const points = shape.points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(' ')
      return (
        <>
          {shape.role === 'asked' && <polyline className="figure-gap" points={points} />}
          <polyline className={`figure-stroke figure-${shape.role}`} points={points} />
        </>
      )
    }
    case 'circle':
      return <circle className={`figure-stroke figure-${shape.role}`} cx={rounded(shape.centre[0])} cy={rounded(shape.centre[1])} r={rounded(shape.radius)} />
    case 'label':
      return <Sign label={shape} />
  }
}

function Sign({ label: { text, at, place, unit } }: { readonly label: Label }) {
  return (
    <text className={place === 'asked' ? 'figure-label figure-label-asked' : 'figure-label'} x={rounded(at[0])} y={rounded(at[1])}>
      {text}
      {unit !== '' && (unit === '°' ? unit : <tspan className="figure-unit"> {unit}</tspan>)}
    </text>
  )
}

const rounded = (value: number): number => Math.round(value * 10) / 10
