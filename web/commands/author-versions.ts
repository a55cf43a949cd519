// Keeping a version, with a word about it.

import { keepVersion } from './author-files.ts'
import { tell } from './take-away.ts'

export async function keepVersionNow(): Promise<void> {
  const hash = await keepVersion()
  if (hash !== null) tell(`Kept as version ${hash.slice(0, 8)}.`)
}
