// How much the lines are smoothed. The raw values stay faint behind them.

import { MOST_SMOOTHING, setSmoothing } from '../../commands/smoothing.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed } from '../../text/numbers.ts'

export function Smoothing() {
  const smoothing = useWorkbench((state) => state.smoothing)
  return (
    <label className="smoothing small soft">
      <span>Smoothing</span>
      <input
        type="range"
        min={0}
        max={MOST_SMOOTHING}
        step={0.05}
        value={smoothing}
        aria-valuetext={smoothing === 0 ? 'none' : fixed(smoothing, 2)}
        onChange={(event) => setSmoothing(Number(event.target.value))}
      />
      <output className="number">{smoothing === 0 ? 'none' : fixed(smoothing, 2)}</output>
    </label>
  )
}
