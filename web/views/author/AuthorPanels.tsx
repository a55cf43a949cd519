// Below the editor: what the checks say, the play, the training.

import { showAuthorPanel } from '../../commands/author-files.ts'
import { AUTHOR_PANELS } from '../../state/author.ts'
import { checkedOf, failuresOf } from '../../state/author-check.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PANEL_WORDS } from '../../text/author.ts'
import { ChecksPanel } from './ChecksPanel.tsx'
import { PlayPanel } from './PlayPanel.tsx'
import { TrainPanel } from './TrainPanel.tsx'

export function AuthorPanels({ onLine }: { readonly onLine: (line: number) => void }) {
  const panel = useWorkbench((state) => state.author.panel)
  const broken = useWorkbench((state) => {
    const checked = checkedOf(state.authorCheck)
    return state.authorCheck.kind === 'refused' ? 1 : checked === null ? 0 : failuresOf(checked).length
  })
  return (
    <>
      <nav className="try-modes author-modes" aria-label="What is done with the source">
        {AUTHOR_PANELS.map((one) => (
          <button
            key={one}
            type="button"
            className="button button-quiet"
            aria-current={one === panel ? 'page' : undefined}
            onClick={() => showAuthorPanel(one)}
          >
            {PANEL_WORDS[one]}
            {one === 'checks' && broken > 0 && (
              <span className="author-count number">
                {broken}
                <span className="unseen"> broken</span>
              </span>
            )}
          </button>
        ))}
      </nav>
      {panel === 'checks' && <ChecksPanel onLine={onLine} />}
      {panel === 'play' && <PlayPanel />}
      {panel === 'train' && <TrainPanel />}
    </>
  )
}
