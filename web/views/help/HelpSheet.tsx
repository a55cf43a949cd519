// The help sheet: every key that does something, and the switch for single keys.

import { openPanel } from '../../commands/navigate.ts'
import { setSingleKeys } from '../../commands/shortcuts.ts'
import { SHORTCUTS } from '../../state/shortcut-keys.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PLACE_KEYS, SHORTCUT_WORDS } from '../../text/help.ts'
import { Sheet } from '../../ui/Sheet.tsx'

export function HelpSheet() {
  const singleKeys = useWorkbench((state) => state.singleKeys)
  return (
    <Sheet title="Help and shortcuts" onClose={() => openPanel(null)}>
      <section className="section">
        <dl className="keys">
          {SHORTCUTS.map(({ key, name }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{SHORTCUT_WORDS[name]}</dd>
            </div>
          ))}
        </dl>
        <label className="choice" style={{ marginTop: 10 }}>
          <input type="checkbox" checked={singleKeys} onChange={(event) => setSingleKeys(event.target.checked)} />
          <span>Single keys are commands</span>
        </label>
      </section>
      <section className="section">
        {PLACE_KEYS.map(({ place, keys }) => (
          <div key={place} className="keys-place">
            <h3>{place}</h3>
            <dl className="keys">
              {keys.map(([key, words]) => (
                <div key={words}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </section>
      <section className="section soft">
        <p>
          Words with a dotted line explain themselves when pressed. The address names the run, the step and the view: copy it to come back to this place in this
          browser; Share makes a link that others can open. Nothing else leaves this browser.
        </p>
        <p>
          <button type="button" className="term" onClick={() => openPanel('storage')}>
            What is stored here, and the page without a network
          </button>
        </p>
      </section>
    </Sheet>
  )
}
