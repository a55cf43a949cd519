// The refusal that every reader of a bundle shares.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'

export function invalid(message: string, at = 'bundle'): TokenloomError {
  return tokenloomError('BUNDLE_INVALID', message, 'Ask for the file again; nothing of it was kept.', at)
}
