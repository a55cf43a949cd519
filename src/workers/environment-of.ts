// The environment that a spec names: built in, or made of problems that somebody brought and that came with the request.

import { unwrap } from '../base/result.ts'
import { decodeDataSet, hashOfDataSet } from '../datasets/data-set.ts'
import { createDataSetEnvironment, DATA_SET_ENVIRONMENT, dataSetMissing } from '../datasets/environment.ts'
import { createJudge } from '../datasets/mathematics.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { findEnvironment } from '../environments/registry.ts'

/** Throws ENVIRONMENT_UNKNOWN, DATA_SET_MISSING or DATA_SET_INVALID. The settings say which problems they mean: the environment compares. */
export async function environmentOf({ id }: { readonly id: string }, dataSet?: Uint8Array): Promise<EnvironmentDefinition> {
  if (id !== DATA_SET_ENVIRONMENT) return unwrap(findEnvironment(id))
  if (dataSet === undefined) throw dataSetMissing('This run plays problems from a file that is not at hand.')
  const found = unwrap(decodeDataSet(dataSet))
  return createDataSetEnvironment(found, await hashOfDataSet(found), await createJudge())
}
