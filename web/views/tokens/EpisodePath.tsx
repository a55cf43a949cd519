// The path of the chosen token's episode through the state machine, in words (the drawing marks its arrows), and the
// way to let base and policy answer the same prompt.

import { showEpisodeOnBoard } from '../../commands/show-board.ts'
import { tryPrompt } from '../../commands/try-policy.ts'
import { episodePath } from '../../state/episode-path.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { visitWords } from '../../text/token-words.ts'

export function EpisodePath() {
  const token = useWorkbench((state) => state.token)
  const step = useWorkbench((state) => state.tokenStep)
  const onBoard = useWorkbench((state) => state.board.kind === 'shown')
  // Always one line high: nothing below may move when the pointer passes over tokens.
  if (token === null || step === null) return <p className="path small faint">Point at a token to see the path of its episode.</p>
  const { sequence } = token
  return (
    <div className="path small">
      <span className="number" data-testid="path">
        Episode {sequence.episode}:{' '}
        {episodePath(step, sequence)
          .map((visit) => visitWords(visit, sequence.stop))
          .join(' → ')}
      </span>
      <button type="button" className="term" onClick={() => tryPrompt(token.group.prompt)}>
        Base and policy on this prompt
      </button>
      {onBoard && (
        <button type="button" className="term" onClick={() => showEpisodeOnBoard(sequence.episode)}>
          On the board
        </button>
      )}
    </div>
  )
}
