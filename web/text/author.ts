// Words of the view in which environments are written.

import type { Author, TypesReport } from '../state/author.ts'

export const EDITOR_LABEL = 'The source of the environment, in TypeScript'

export const EDITOR_LOADING = 'Loading the editor'

export const EDITOR_KEYS = 'Tab indents; Escape, then Tab, leaves the editor. Ctrl-Space completes, Ctrl-F finds, Ctrl-S keeps a version.'

export const GALLERY_LEAD =
  'Write the rules of a task in one file: how it starts, what an agent may see and do, what it earns. It is checked while you type, played by hand, and trained on here, in a sandbox that reaches nothing outside itself.'

export const FROM_SCRATCH = 'Start from the bare contract'

export function keepingWords({ keeping }: Author): string {
  switch (keeping) {
    case 'kept':
      return 'Saved in this browser'
    case 'writing':
      return 'Saving'
    case 'here':
      return 'Another tab keeps the files: export what you want to keep'
  }
}

export function typesWords({ kind, marks }: TypesReport): string {
  switch (kind) {
    case 'off':
      return 'Types not checked yet'
    case 'loading':
      return 'Loading the type checker'
    case 'checking':
      return 'Checking types'
    case 'failed':
      return 'The type checker stopped; it starts again with the next change'
    case 'checked':
      return marks.length === 0 ? 'Types fit' : `${marks.length} ${marks.length === 1 ? 'part does' : 'parts do'} not fit`
  }
}

export const PANEL_WORDS = { checks: 'Checks', play: 'Play', train: 'Train on it' } as const

/** The bare contract, to be filled in. */
export const BARE_SOURCE = `// An environment of your own: what it is about, in a sentence.

import { type Environment, fail, ok } from 'tokenloom'

type State = { readonly number: number; readonly over: boolean }

export default {
  spec: {
    id: 'my-task-v1',
    title: 'My task',
    summary: 'Says whether a number is even or odd.',
    possibleAgents: ['agent'],
    maxTurns: 1,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: {},
  },
  // The text that ends what an agent writes.
  stopText: '\\n',
  // How a play starts. All chance comes from rng.
  init: (_config, _split, rng) => ({ number: rng.integer(100), over: false }),
  // Who still takes part, and who moves now.
  agents: (state) => (state.over ? [] : ['agent']),
  turn: (state) => (state.over ? [] : ['agent']),
  // What an agent may see, and what it may do.
  observe: ({ number }) => ({ number }),
  legalActions: () => ({ kind: 'list', actions: ['even', 'odd'] }),
  // What an action leads to, and what it earns.
  step: (state, actions) => ({
    state: { ...state, over: true },
    rewards: { agent: actions['agent'] === (state.number % 2 === 0 ? 'even' : 'odd') ? 1 : 0 },
    terminated: { agent: true },
    info: {},
  }),
  // What an agent reads and writes.
  prompt: ({ number }) => \`\\n\${number} is \`,
  parse: (text) => (text === 'even\\n' || text === 'odd\\n' ? ok(text.trim()) : fail({ reason: 'say even or odd' })),
  format: (action) => \`\${action}\\n\`,
  // What a master would do: Train may let the policy imitate it first.
  demonstrate: ({ number }) => (number % 2 === 0 ? 'even' : 'odd'),
} satisfies Environment<State, string, { readonly number: number }, Record<string, never>>
`
