// TypeScript to JavaScript by leaving the types out: every line stays where it was, so that an error names the line
// that the author sees. Knows no types; a checker is another's business.

import { transform } from 'sucrase'
import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'

export function stripTypes(source: string): Result<string> {
  try {
    return ok(transform(source, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: false }).code)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const line = /\((\d+):\d+\)/.exec(message)?.[1]
    const what = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '')
    return fail(
      tokenloomError('SANDBOX_SOURCE', `The source cannot be read${line === undefined ? '' : ` at line ${line}`}: ${what}.`, 'Correct the line.', line),
    )
  }
}
