// When somebody rests on a token that a policy sampled, asks what it could have been; a pointer that passes by asks nothing.

import { workbench } from '../state/workbench.ts'

/** Milliseconds on one token that count as reading it. */
const REST = 250

export function watchAlternatives(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  workbench.subscribe((now, before) => {
    if (now.token === before.token) return
    clearTimeout(timer)
    if (now.alternatives.kind !== 'none') workbench.setState({ alternatives: { kind: 'none' } })
    const { token } = now
    if (token === null || token.state !== 'GENERATING') return
    timer = setTimeout(() => void import('./ask-alternatives.ts').then(({ askAlternatives }) => askAlternatives(token)), REST)
  })
}
