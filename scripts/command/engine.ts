// `--engine wgsl|cpu|auto`, read in one way by every command that runs kernels. Knows the names of engines and which of them a
// command offers; opens none of them.

import { tokenloomError } from '../../src/base/errors.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'

const ENGINES = ['wgsl', 'cpu', 'auto'] as const satisfies readonly EngineChoice[]

/** Part of a command's options: `parseCommandLine(args, { ...engineOption }, usage)`. */
export const engineOption = { engine: { type: 'string' } } as const

/**
 * The engine that was asked for, undefined where none was. ARGUMENT_INVALID for a name that is no engine, or for an engine that
 * this command does not run on; `auto` is offered wherever an engine is.
 */
export function engineChoice(text: string | undefined, offered: readonly EngineChoice[] = ENGINES): EngineChoice | undefined {
  if (text === undefined) return undefined
  const engine = ENGINES.find((name) => name === text)
  if (engine === undefined) throw tokenloomError('ARGUMENT_INVALID', `There is no engine "${text}".`, `Engines: ${offered.join(', ')}.`, '--engine')
  if (engine === 'auto' || offered.includes(engine)) return engine
  throw tokenloomError('ARGUMENT_INVALID', `This command does not run on the engine "${engine}".`, `Engines: ${offered.join(', ')}.`, '--engine')
}
