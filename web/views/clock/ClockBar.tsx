// The clock of the run on view: the same in every view that shows turns.

import { useEffect, useMemo } from 'react'
import { moveClock, setClock, toggleClock } from '../../commands/clock.ts'
import { loadTurns } from '../../commands/show-timeline.ts'
import { clockStepOf, momentsOf, placeOf } from '../../state/clock.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { ClockHands } from './ClockHands.tsx'

export function ClockBar() {
  const playing = useWorkbench((state) => state.playing)
  const place = useWorkbench((state) => state.place)
  const { arm, step: chosen } = useWorkbench((state) => state.selection)
  const step = useWorkbench(clockStepOf)
  const run = useWorkbench((state) => state.run?.id ?? null)
  const live = useWorkbench((state) => state.live && state.run?.status === 'running')
  const turns = useWorkbench((state) => (step === null || state.timeline.run !== run || state.timeline.arm !== arm ? undefined : state.timeline.turns[step]))
  const moments = useMemo(() => (turns === undefined ? [] : momentsOf(turns)), [turns])
  // A run that goes on is followed by its newest step: its turns are read when somebody stops there.
  const wanted = step !== null && (chosen !== null || !live) ? step : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run or arm has other turns under the same steps
  useEffect(() => {
    if (wanted !== null) void loadTurns([wanted])
  }, [wanted, run, arm])
  const at = placeOf(moments, place)
  return (
    <ClockHands
      {...{ moments, at, playing }}
      whole={place.turn === null}
      disabled={step === null}
      onMove={(offset) => void moveClock(offset)}
      onPlay={toggleClock}
      onSet={(target) => void setClock(target)}
    />
  )
}
