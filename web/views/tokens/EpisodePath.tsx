// The path of the chosen token's episode through the state machine, in words: the drawing above marks its arrows.

import { episodePath } from '../../state/episode-path.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { visitWords } from '../../text/token-words.ts'

export function EpisodePath() {
  const token = useWorkbench((state) => state.token)
  const step = useWorkbench((state) => state.tokenStep)
  // Always one line high: nothing below may move when the pointer passes over tokens.
  if (token === null || step === null) return <p className="path small faint">Point at a token to see the path of its episode.</p>
  const { sequence } = token
  return (
    <p className="path small number" data-testid="path">
      Episode {sequence.episode}:{' '}
      {episodePath(step, sequence)
        .map((visit) => visitWords(visit, sequence.stop))
        .join(' → ')}
    </p>
  )
}
