// A part of the page that loads by itself: what stands in its place until it has come, and what stands there when it cannot come or
// falls, with the way out. It takes no other part with it. Knows nothing of which part it is.

import { Component, type ReactNode, Suspense } from 'react'
import { type ErrorData, toErrorData } from '../../src/base/errors.ts'
import { reloadPage } from '../commands/offline.ts'
import { ErrorNotice } from '../ui/Notice.tsx'

interface PartProps {
  readonly children: ReactNode
  /** Until it has come. Default: nothing. */
  readonly waiting?: ReactNode
  /** It lies over the page, or is too small, and has no place of its own to say why it is not there. */
  readonly over?: boolean
  /** Others say it already: what stands there until it has come stays. */
  readonly quiet?: boolean
}

interface PartState {
  readonly error: ErrorData | null
}

// Only a class can catch what its children throw.
export class Part extends Component<PartProps, PartState> {
  override state: PartState = { error: null }

  static getDerivedStateFromError(thrown: unknown): PartState {
    return { error: toErrorData(thrown) }
  }

  override render() {
    const { error } = this.state
    const { children, waiting = null, over = false, quiet = false } = this.props
    if (error === null) return <Suspense fallback={waiting}>{children}</Suspense>
    if (quiet) return waiting
    return (
      <div className={over ? 'part-failed part-failed-over' : 'part-failed'}>
        <ErrorNotice error={error} />
        <button type="button" className="button" onClick={() => void reloadPage()}>
          Reload the page
        </button>
      </div>
    )
  }
}
