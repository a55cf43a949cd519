// The lessons, their steps and what each asks: plain data that page, worker and tests share. The order of lessons is the one in which
// they are offered; links name a lesson and count its steps from 1, so steps are added at the end.

export interface LessonInput {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
}

export type LessonQuestion =
  | { readonly kind: 'choose'; readonly options: readonly string[] }
  /** A number by slider; right within `tolerance`. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number; readonly tolerance: number }

export interface LessonStep {
  readonly id: string
  readonly question: LessonQuestion
  /** What may be changed once the answer is out: the code runs again. */
  readonly inputs?: readonly LessonInput[]
  /** What it runs on: nothing but code, the kernels of this device, or an engine that trains for some seconds. */
  readonly needs?: 'kernels' | 'engine'
}

export interface Lesson {
  readonly id: string
  readonly minutes: number
  readonly steps: readonly LessonStep[]
}

const choose = (...options: readonly string[]): LessonQuestion => ({ kind: 'choose', options })
const reward = (name: string, value: number): LessonInput => ({ name, min: 0, max: 1, step: 0.1, value })
const seed: LessonInput = { name: 'seed', min: 1, max: 20, step: 1, value: 1 }
const ratio: LessonInput = { name: 'ratio', min: 0.2, max: 2.5, step: 0.1, value: 1.5 }

export const LESSON_IDS = ['loss-mask', 'advantages', 'credit', 'shuffled', 'coordinator', 'isolation', 'stale', 'attention'] as const
export type LessonId = (typeof LESSON_IDS)[number]

export const LESSONS: Readonly<Record<LessonId, Lesson>> = {
  'loss-mask': {
    id: 'loss-mask',
    minutes: 5,
    steps: [
      { id: 'who-wrote-it', question: choose('all', 'guesses', 'replies') },
      { id: 'gradient', question: choose('same', 'smaller', 'zero') },
      { id: 'cancel', question: choose('up', 'down', 'zero') },
      { id: 'train', question: choose('masked', 'all', 'same'), needs: 'engine' },
      { id: 'audit', question: choose('nothing', 'order', 'gradient') },
    ],
  },
  advantages: {
    id: 'advantages',
    minutes: 4,
    steps: [
      { id: 'sum', question: choose('above', 'below', 'zero'), inputs: [reward('r1', 1), reward('r2', 0), reward('r3', 0), reward('r4', 0)] },
      { id: 'spread', question: choose('close', 'far', 'same') },
      { id: 'equal', question: choose('up', 'dropped'), inputs: [reward('r1', 1), reward('r2', 1), reward('r3', 1), reward('r4', 1)] },
      {
        id: 'leave-one-out',
        question: { kind: 'number', min: 0.5, max: 3, step: 0.01, tolerance: 0.05 },
        inputs: [{ name: 'size', min: 2, max: 16, step: 1, value: 4 }],
      },
      { id: 'plus-plus', question: choose('nothing', 'easy-up', 'easy-down') },
    ],
  },
  credit: {
    id: 'credit',
    minutes: 5,
    steps: [
      { id: 'whole', question: choose('2', '1-2', 'all') },
      { id: 'to-go', question: choose('2', '1-2', 'all') },
      { id: 'relative', question: choose('2', '1-2', 'all'), inputs: [{ name: 'gamma', min: 0, max: 1, step: 0.1, value: 0 }] },
      {
        id: 'fading',
        question: { kind: 'number', min: 0, max: 1, step: 0.05, tolerance: 0.05 },
        inputs: [{ name: 'gamma', min: 0.1, max: 1, step: 0.1, value: 0.5 }],
      },
      { id: 'luck', question: choose('episode', 'turn', 'none') },
      { id: 'train', question: choose('episode', 'turn', 'same'), needs: 'engine' },
    ],
  },
  shuffled: {
    id: 'shuffled',
    minutes: 4,
    steps: [
      { id: 'dealt', question: choose('amount', 'owner', 'nothing'), inputs: [{ ...seed, value: 2 }] },
      { id: 'curve', question: choose('up', 'flat', 'down'), needs: 'engine' },
      { id: 'moves', question: choose('moves', 'still'), needs: 'engine' },
      { id: 'frozen', question: choose('level', 'wanders'), needs: 'engine' },
    ],
  },
  coordinator: {
    id: 'coordinator',
    minutes: 5,
    steps: [
      { id: 'sound', question: choose('none', 'few', 'many'), inputs: [seed] },
      { id: 'double-move', question: choose('turn order', 'one action a turn', 'loss mask'), inputs: [seed] },
      { id: 'leak', question: choose('own observation', 'turn order', 'rewards attributed'), inputs: [seed] },
      { id: 'reward', question: choose('rewards recomputed', 'rewards attributed', 'gradient'), inputs: [seed] },
      { id: 'update', question: choose('version pinned', 'phase barrier', 'turn barrier'), inputs: [seed] },
      { id: 'mystery', question: choose('double_move', 'no_turn_barrier', 'shuffled_order'), inputs: [seed] },
      { id: 'curves', question: choose('among', 'apart'), needs: 'engine' },
    ],
  },
  isolation: {
    id: 'isolation',
    minutes: 3,
    steps: [
      { id: 'order', question: choose('equal', 'differ'), inputs: [{ name: 'count', min: 2, max: 5000, step: 1, value: 1000 }] },
      { id: 'shared', question: choose('none', 'few', 'many'), needs: 'engine' },
      { id: 'gradient', question: choose('zero', 'tiny'), needs: 'engine' },
      { id: 'base', question: choose('same', 'other'), needs: 'engine' },
    ],
  },
  stale: {
    id: 'stale',
    minutes: 5,
    steps: [
      { id: 'fresh', question: choose('one', 'near'), needs: 'engine' },
      { id: 'lag', question: choose('less', 'same', 'more'), needs: 'engine' },
      { id: 'clip', question: choose('full', 'capped', 'none'), inputs: [ratio, { name: 'advantage', min: -2, max: 2, step: 0.1, value: 1 }] },
      { id: 'sign', question: choose('full', 'capped', 'none'), inputs: [ratio] },
      { id: 'cispo', question: choose('full', 'capped', 'none'), inputs: [ratio] },
      { id: 'train', question: choose('fresh', 'stale', 'same'), needs: 'engine' },
    ],
  },
  attention: {
    id: 'attention',
    minutes: 5,
    steps: [
      { id: 'sees', question: choose('own', 'prefix', 'all') },
      { id: 'highest', question: choose('same', 'coarse', 'broken'), inputs: [{ name: 'score', min: 0, max: 200, step: 10, value: 100 }] },
      { id: 'tiles', question: choose('none', 'some'), needs: 'kernels' },
      { id: 'future', question: choose('none', 'some'), needs: 'kernels' },
      { id: 'compare', question: choose('three', 'seven', 'exact'), inputs: [{ name: 'rows', min: 2, max: 129, step: 1, value: 65 }], needs: 'kernels' },
    ],
  },
}

export function stepOf(lesson: LessonId, place: number): LessonStep | undefined {
  return LESSONS[lesson].steps[place - 1]
}

/** The settings of a step as they stand at first. */
export const inputOf = ({ inputs = [] }: LessonStep): Readonly<Record<string, number>> => Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
