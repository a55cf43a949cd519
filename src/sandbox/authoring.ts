// What authored sources import as `tokenloom`: the contract's types, and how parse answers. Inside the interpreter the name stands
// for inside/runtime.ts; nothing else can be imported there.

import type { Json } from '../base/json.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'

export type { Rng } from '../base/random.ts'
export type { AgentId, FieldSpec, LegalActions, Split, Transition } from '../environments/contract.ts'
export type { Picture } from '../environments/picture.ts'
export { fail, greyPicture, ok, PICTURE_MARK } from './inside/runtime.ts'

/** An environment as an author writes it: the contract, where the host reads the configuration by spec.config. */
export type Environment<State extends Json, Action extends Json, Observation extends Json, Config extends Json> = Omit<
  EnvironmentDefinition<State, Action, Observation, Config>,
  'parseConfig'
>
