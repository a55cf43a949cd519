// When a run goes wrong: what, since when, and what usually mends it.

import { alarmsOf } from '../../state/alarms.ts'
import type { RunView } from '../../state/run-view.ts'
import { alarmWords } from '../../text/alarms.ts'
import { Icon } from '../../ui/Icon.tsx'

export function AlarmBanner({ run }: { readonly run: RunView }) {
  const alarms = alarmsOf(run)
  if (alarms.length === 0) return null
  return (
    <div className="section alarms" role="alert" data-testid="alarm">
      {alarms.map((alarm) => {
        const { title, sentence, hint } = alarmWords(alarm)
        return (
          <div key={alarm.kind} className="notice notice-failed">
            <Icon name="warning" />
            <div>
              <p>
                <strong>{title}</strong>
              </p>
              <p>{sentence}</p>
              <p className="soft">{hint}</p>
            </div>
          </div>
        )
      })}
    </div>
  )
}
