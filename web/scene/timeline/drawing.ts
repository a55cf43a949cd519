// What draws a timeline: two things can, three.js on the GPU and a 2-D canvas where there is none. Types, and the choice between them.

import type { Chosen, Layout } from './layout.ts'
import type { Window } from './window.ts'

/** CSS colours, as the page's palette has them. */
export interface Colours {
  readonly rule: string
  readonly ink: string
  readonly soft: string
  readonly edge: string
  readonly sunken: string
  readonly accent: string
  readonly failed: string
  readonly generating: string
  readonly interacting: string
  /** In Okabe–Ito order; used round. */
  readonly agents: readonly string[]
}

export interface Frame {
  readonly window: Window
  /** Of the drawing, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** How far it is scrolled down. */
  readonly top: number
  /** So much at its upper edge is not scrolled. */
  readonly pinned: number
  readonly pixelRatio: number
}

/** What a frame took: calls to the GPU where they can be counted, else null. */
export interface Drawn {
  readonly drawCalls: number | null
  readonly shapes: number
}

export interface TimelineDrawing {
  readonly kind: 'three' | 'canvas'
  layOut(layout: Layout): void
  colour(colours: Colours): void
  choose(chosen: Chosen | null, cursor: number | null): void
  draw(frame: Frame): Drawn
  dispose(): void
}
