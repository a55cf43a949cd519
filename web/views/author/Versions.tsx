// The versions that were kept of the open file: when, under which hash, and the way back to each.

import { backToVersion, readVersions } from '../../commands/author-files.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

export function Versions() {
  const versions = useWorkbench((state) => state.author.versions)
  const text = useWorkbench((state) => state.author.text)
  return (
    <details className="more author-versions" onToggle={(event) => event.currentTarget.open && void readVersions()}>
      <summary>Versions</summary>
      {versions !== null && versions.length === 0 && <p className="small soft">None is kept yet. Ctrl-S keeps one, and so does every run that trains on it.</p>}
      <ol className="small number" aria-label="Versions of this file">
        {(versions ?? []).map(({ hash, kept, text: then }) => (
          <li key={hash}>
            <code title={hash}>{hash.slice(0, 8)}</code> {new Date(kept).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })},{' '}
            {then.split('\n').length} lines{' '}
            {then === text ? (
              <span className="soft">as it stands</span>
            ) : (
              <button type="button" className="button button-quiet" onClick={() => void backToVersion(hash)}>
                Back to it<span className="unseen">: {hash.slice(0, 8)}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
