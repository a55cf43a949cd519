// Where the run on view plays an authored environment: why it is not offered here, and the way to where it is played.

import { selectTab } from '../../commands/navigate.ts'
import { playsSource } from '../../state/author-train.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { Remark } from '../../ui/Notice.tsx'

export function AuthoredElsewhere({ words }: { readonly words: string }) {
  const authored = useWorkbench(({ run }) => playsSource(run))
  if (!authored) return null
  return (
    <Remark>
      {words}{' '}
      <button type="button" className="button button-quiet" onClick={() => selectTab('author')}>
        Open the editor
      </button>
    </Remark>
  )
}
