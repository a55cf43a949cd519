// Which of our engines stand beside peers: `--engine`, as everywhere, or the older `--on gpu,cpu`, which can name both. Pure.

import { tokenloomError } from '../../../src/base/errors.ts'
import type { EngineName } from '../../../src/service/index.ts'
import { engineChoice } from '../../command/engine.ts'

const BY_PLACE: Readonly<Record<string, EngineName>> = { gpu: 'wgsl', cpu: 'cpu' }

/** Without an option, or with `auto`: both. ARGUMENT_INVALID for a place that is none, and where both options are given. */
export function armsOf({ engine, on }: { readonly engine?: string | undefined; readonly on?: string | undefined }): readonly EngineName[] {
  const choice = engineChoice(engine)
  if (choice !== undefined && on !== undefined) {
    throw tokenloomError('ARGUMENT_INVALID', '--engine and --on say the same thing twice.', 'Give one of them.', '--on')
  }
  if (choice === 'wgsl' || choice === 'cpu') return [choice]
  return (on ?? Object.keys(BY_PLACE).join()).split(',').map((place) => {
    const arm = BY_PLACE[place]
    if (arm === undefined) throw tokenloomError('ARGUMENT_INVALID', `There is no place "${place}".`, 'Places: gpu, cpu.', '--on')
    return arm
  })
}
