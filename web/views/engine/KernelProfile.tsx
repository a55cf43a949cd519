// The profile of one step by kernel and phase: switched on for one step by a press, a table sorted by time.

import { profileNextStep } from '../../commands/profile-kernels.ts'
import { kernelTime, type Profile, phaseOf, phasesOf } from '../../state/profile.ts'
import { isOver } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed, milliseconds, whole } from '../../text/numbers.ts'
import { MEASURED_BY, OPERATION_PHASE, profileSentence } from '../../text/profile.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'

export function KernelProfile() {
  const profile = useWorkbench((state) => state.profile)
  const ready = useWorkbench((state) => state.engine.kind === 'ready' && state.live && state.run !== null && !isOver(state.run.status))
  const shown = profile.kind === 'done' ? profile.profile : profile.kind === 'measuring' ? profile.before : null
  return (
    <>
      <p className="engine-check">
        <button type="button" className="button" disabled={!ready || profile.kind === 'measuring'} onClick={() => void profileNextStep()}>
          <Icon name="chip" />
          {profile.kind === 'measuring' ? 'Measuring one step' : 'Measure the next step'}
        </button>
        {!ready && <span className="small soft">While a run is under way. Measuring costs some speed, for that step alone.</span>}
      </p>
      {profile.kind === 'failed' && <ErrorNotice error={profile.error} />}
      {shown !== null && <ProfileTable profile={shown} />}
    </>
  )
}

function ProfileTable({ profile }: { readonly profile: Profile }) {
  const total = kernelTime(profile)
  const share = (part: number): string => (total === 0 ? '–' : `${fixed((100 * part) / total, 1)} %`)
  return (
    <div data-testid="profile">
      <p className="small soft">{profileSentence(profile)}</p>
      <p className="small soft">{MEASURED_BY[profile.how]}</p>
      <ul className="profile-phases small">
        {phasesOf(profile).map(({ phase, milliseconds: time }) => (
          <li key={phase}>
            {OPERATION_PHASE[phase] ?? phase} <b className="number">{share(time)}</b>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll profile-table" tabIndex={0} aria-label="Time by kernel and phase">
        <table className="table">
          <thead>
            <tr>
              <th>Kernel</th>
              <th>Phase</th>
              <th className="right">Calls</th>
              <th className="right">Time</th>
              <th className="right">Share</th>
            </tr>
          </thead>
          <tbody>
            {profile.rows.map((row) => (
              <tr key={`${row.phase}/${row.operation}`}>
                <td>{row.operation}</td>
                <td>{OPERATION_PHASE[phaseOf(row)] ?? row.phase}</td>
                <td className="right">{whole(row.count)}</td>
                <td className="right">{row.milliseconds < 10 ? `${fixed(row.milliseconds, 2)} ms` : milliseconds(row.milliseconds)}</td>
                <td className="right">{share(row.milliseconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
