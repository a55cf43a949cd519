// The temperature that a policy answers at, as a slider with its number; what it means is said in words by whoever places it.

import { fixed } from '../text/numbers.ts'

export interface TemperatureSliderProps {
  readonly value: number
  readonly most: number
  /** What this temperature does, for those who hear it. */
  readonly words: string
  readonly onChange: (temperature: number) => void
}

export function TemperatureSlider({ value, most, words, onChange }: TemperatureSliderProps) {
  return (
    <label className="choice-small">
      <span className="soft">Temperature</span>
      <input type="range" min={0} max={most} step={0.1} value={value} aria-valuetext={words} onChange={(event) => onChange(Number(event.target.value))} />
      <output className="number">{fixed(value, 1)}</output>
    </label>
  )
}
