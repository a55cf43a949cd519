// The play of what is written: who plays, where it stands, what may be done, and what every turn earned.

import { beginPlay, takeTurnsOver } from '../../commands/author-play.ts'
import { checkedOf } from '../../state/author-check.ts'
import { frameOf, seatsNow } from '../../state/author-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PLAY_EMPTY, PLAY_STOPS, SOURCE_CHANGED } from '../../text/author-play.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { ActionMask } from './ActionMask.tsx'
import { PlayScene } from './PlayScene.tsx'
import { PlaySeats } from './PlaySeats.tsx'
import { PlaySetting } from './PlaySetting.tsx'
import { PlaySteps } from './PlaySteps.tsx'
import { PlayTurns } from './PlayTurns.tsx'

export function PlayPanel() {
  const play = useWorkbench((state) => state.authorPlay)
  const text = useWorkbench((state) => state.author.text)
  const registration = useWorkbench((state) => {
    const checked = checkedOf(state.authorCheck)
    return checked === null ? null : checked.registration
  })
  const { answer, error, waiting, finding } = play
  const shown = frameOf(play)
  const seats = seatsNow(play)
  const stopText = registration?.stopText ?? ''
  const stop = shown?.frame.stop ?? null
  return (
    <section className="section author-play" aria-labelledby="author-play" data-testid="author-play" aria-busy={waiting}>
      <h2 id="author-play" className="unseen">
        Play
      </h2>
      <PlaySetting registration={registration} />
      {error !== null && <ErrorNotice error={error} />}
      {answer === null && !waiting && error === null && <p className="soft">{PLAY_EMPTY}</p>}
      {finding !== null && answer !== null && <Remark>The play in which a promise was found broken: {finding}.</Remark>}
      {answer !== null && play.text !== text && (
        <div className="author-buttons">
          <p className="small soft">{SOURCE_CHANGED}</p>
          <button type="button" className="button" onClick={() => void takeTurnsOver()}>
            Play these turns on the new source
          </button>
          <button type="button" className="button button-quiet" onClick={() => void beginPlay()}>
            Begin anew
          </button>
        </div>
      )}
      {shown !== null && answer !== null && (
        <>
          <PlaySteps place={shown.place} last={answer.frames.length - 1} />
          <PlayScene scene={shown.frame.scene} state={shown.frame.state} seats={seats} stopText={stopText} title={registration?.spec.title ?? 'The board'} />
          {stop !== null && (
            <p role="status">
              <strong>{PLAY_STOPS[stop]}</strong> {shown.frame.fault}
            </p>
          )}
          {seats.length > 0 && <PlaySeats key={`${answer.frames.length} ${play.seed}`} seats={seats} stopText={stopText} />}
          {seats.length > 0 && <ActionMask seats={seats} />}
          <PlayTurns frames={answer.frames} place={shown.place} stopText={stopText} />
        </>
      )}
    </section>
  )
}
