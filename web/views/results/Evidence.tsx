// The evidence for a run: its policy against each control with the interval of the difference, the gain over seeds, and
// buttons for what is missing. Controls that were run afterwards stand beside it like those chosen before.

import { drawSeedsTogether } from '../../commands/navigate.ts'
import { askForControls, askForSeeds, SEEDS_ASKED } from '../../commands/run-queue.ts'
import { canCompute } from '../../state/device-report.ts'
import { possibleControls } from '../../state/run-queue.ts'
import type { RunView } from '../../state/run-view.ts'
import { standsApart } from '../../state/series.ts'
import { agreementOf } from '../../state/siblings.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { controlGains, rewardGainOf, seedsGain } from '../../state/verdicts.ts'
import {
  agreementSentence,
  CONTROLS_ASKED,
  controlWords,
  differenceText,
  EVIDENCE_COMES,
  INTERVALS,
  rewardSentence,
  seedsSentence,
  seedsTogetherWords,
} from '../../text/evidence.ts'
import { ARM_WORDS } from '../../text/run-words.ts'

export function Evidence({ run }: { readonly run: RunView }) {
  const siblings = useWorkbench((state) => state.siblings)
  const overlays = useWorkbench((state) => state.overlays)
  const own = siblings.of === run.id
  const gains = controlGains(run)
  const byRewards = rewardGainOf(run)
  const later = own ? siblings.controls.map((sibling) => agreementOf(run, sibling)).find((agreement) => agreement !== null) : undefined
  const seeds = own ? seedsGain([run, ...siblings.seeds]) : null
  return (
    <div className="evidence" data-testid="evidence">
      {gains.length > 0 && (
        <>
          <ul>
            {gains.map((gain) => (
              <li key={gain.control} data-control={gain.control} className="evidence-line">
                <span>{controlWords(gain)}</span>
                <b className="number">{differenceText(gain)}</b>
              </li>
            ))}
          </ul>
          <p className="small faint">{INTERVALS}</p>
        </>
      )}
      {byRewards !== null && <p className="small">{rewardSentence(byRewards)}</p>}
      {later !== undefined && <p className="small soft">{agreementSentence(later)}</p>}
      {seeds !== null && <p className="small">{seedsSentence(seeds)}</p>}
      {own && siblings.seeds.length > 0 && <SeedsTogether count={siblings.seeds.length + 1} apart={standsApart(overlays, siblings.seeds)} />}
      <Missing run={run} />
    </div>
  )
}

function SeedsTogether({ count, apart }: { readonly count: number; readonly apart: boolean }) {
  const together = useWorkbench((state) => state.seedsTogether)
  return (
    <label className="choice small">
      <input type="checkbox" checked={together && !apart} disabled={apart} onChange={(event) => drawSeedsTogether(event.target.checked)} />
      <span>{seedsTogetherWords(count, apart)}</span>
    </label>
  )
}

function Missing({ run }: { readonly run: RunView }) {
  const able = useWorkbench(canCompute)
  const waiting = useWorkbench((state) => state.queue.waiting)
  const recorded = useWorkbench((state) => state.recording !== null)
  if (recorded && controlGains(run).length === 0) return <p className="small soft">{EVIDENCE_COMES}</p>
  if (recorded || run.spec === null) return null
  const { controls } = run.spec
  const missing = possibleControls(run.spec).filter((control) => !controls.includes(control) && run.arms[control] === undefined)
  const asked = waiting.some(({ why }) => why === 'controls')
  return (
    <>
      {missing.length > 0 && asked && <p className="small soft">{CONTROLS_ASKED}</p>}
      {missing.length > 0 && !asked && (
        <p className="small soft">
          Whether it learned, and not merely changed, its controls tell: {missing.map((one) => ARM_WORDS[one].toLowerCase()).join(', ')}.
        </p>
      )}
      <p className="evidence-buttons">
        {missing.length > 0 && !asked && (
          <button type="button" className="button" disabled={!able} onClick={() => askForControls(missing)}>
            Run its controls
          </button>
        )}
        <button type="button" className="button" disabled={!able} title="The same settings under further seeds, one run after the other" onClick={askForSeeds}>
          Run with {SEEDS_ASKED} seeds
        </button>
      </p>
    </>
  )
}
