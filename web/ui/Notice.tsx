// An error or a remark beside what mends it: a sentence, the next step, and the code for whoever must report it.

import type { ErrorData } from '../../src/base/errors.ts'
import { Icon } from './Icon.tsx'

export function ErrorNotice({ error }: { readonly error: ErrorData }) {
  return (
    <div className="notice notice-failed" role="alert">
      <Icon name="warning" />
      <div>
        <p>{error.message}</p>
        <p className="soft">{error.nextStep}</p>
        <p className="code">
          {error.code}
          {error.at === undefined ? '' : ` at ${error.at}`}
        </p>
      </div>
    </div>
  )
}

export function Remark({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="notice">
      <Icon name="information" />
      <p>{children}</p>
    </div>
  )
}
