// The episodes of the step on view as small boards. While training the wall follows the newest step.

import { useEffect } from 'react'
import { openEpisode, readStepWall } from '../../commands/show-wall.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { earnedWords, someBoards } from '../../text/league.ts'
import { StepPicker } from '../tokens/StepPicker.tsx'
import { WallTile } from './WallTile.tsx'

export function StepWall({ empty }: { readonly empty: string }) {
  const step = useWorkbench((state) => state.wall.step)
  const tokenStep = useWorkbench((state) => state.tokenStep)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step on view is what asks for its boards
  useEffect(() => void readStepWall(), [tokenStep])
  if (step === null) return <p className="empty">{empty}</p>
  return (
    <>
      <div className="token-bar wall-bar">
        <StepPicker />
      </div>
      {step.boards.length < Object.keys(step.rewards).length && (
        <p className="small soft">{someBoards(step.boards.length, Object.keys(step.rewards).length)}</p>
      )}
      <ul className="wall" data-testid="wall" aria-label={`Episodes of step ${step.step}`}>
        {step.boards.map(({ episode, scene }) => {
          const earned = earnedWords(step.rewards[episode] ?? {})
          return (
            <WallTile
              key={episode}
              scene={scene}
              title={`Episode ${episode}`}
              said={earned}
              label={`Episode ${episode}: ${scene.caption} ${earned}. Open it`}
              onOpen={() => openEpisode(step, episode)}
            />
          )
        })}
      </ul>
    </>
  )
}
