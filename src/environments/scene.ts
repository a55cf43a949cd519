// What a state looks like, as plain data: a board of cells with what lies on them and what may be played, a figure, or a few
// lines of text. A page draws it, a screen reader is told it; nothing here knows how. Scenes are for people: they show the
// whole state, also what an agent may not see.

import type { Figure } from './figure.ts'
import type { Picture } from './picture.ts'

/** A thing on a cell. `mark` is its sign without colour; `tone` counts players or colours from 0. */
export interface ScenePiece {
  readonly kind: 'stone' | 'agent' | 'item'
  /** Row by row from the top left. */
  readonly cell: number
  readonly tone: number
  readonly mark: string
  /** What it is, in words: `X`, `red, an agent`. */
  readonly name: string
}

/** An action that puts or moves something to a cell, as the environment's own text without its closing. */
export interface ScenePoint {
  readonly cell: number
  readonly action: string
}

export interface GridScene {
  readonly kind: 'grid'
  readonly rows: number
  readonly columns: number
  /** Stones lie on crossings of lines; agents and items in cells. */
  readonly ground: 'crossings' | 'cells'
  /** Of every column and every row, in order. */
  readonly columnNames: readonly string[]
  readonly rowNames: readonly string[]
  readonly pieces: readonly ScenePiece[]
  /** Cells that the last move changed. */
  readonly last: readonly number[]
  /** Cells that decided the game. */
  readonly line: readonly number[]
  /** What the agent whose turn it is may play by naming a cell. */
  readonly points: readonly ScenePoint[]
  /** One sentence: who is to move, or how it ended. */
  readonly caption: string
}

export interface TextScene {
  readonly kind: 'text'
  readonly lines: readonly string[]
}

/** A problem with a picture. */
export interface FigureScene {
  readonly kind: 'figure'
  /** The lines and labels, for people; null where there is nothing but the picture. */
  readonly figure: Figure | null
  /** What the policy sees; null where it sees none. */
  readonly picture: Picture | null
  /** What is asked, as a person reads it. */
  readonly question: string
  /** What was tried, in order, with what became of it. */
  readonly tries: readonly { readonly text: string; readonly verdict: 'right' | 'wrong' | 'unreadable' }[]
  /** One sentence: what is to be done, or how it ended. */
  readonly caption: string
}

/** What is drawn; a text is read. */
export type DrawnScene = GridScene | FigureScene

export type SceneData = DrawnScene | TextScene
