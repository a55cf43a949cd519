// What the data-set worker does: reads files into a data set, says what it is, and draws samples of it. How a picture is decoded is
// handed in, so that all of it runs under Node too.

import { createRng, permutation } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { type DataSet, decodeDataSet, encodeDataSet, hashOfDataSet } from '../datasets/data-set.ts'
import { type LoadOptions, loadDataSet } from '../datasets/load-data-set.ts'
import type { Judge } from '../datasets/mathematics.ts'
import { countParts, partsOf } from '../datasets/parts.ts'
import type { NamedBytes } from '../datasets/rows.ts'
import type { Split } from '../environments/contract.ts'
import type { DataSetFacts, OpenedDataSet, ProblemSample } from './data-set-api.ts'

/** Faults that are told one by one. */
const TOLD_FAULTS = 200
/** Pixels of a square's side, in the bases that see. */
const PATCH = 8

export interface OpenSet {
  readonly facts: DataSetFacts
  sample(part: Split | null, count: number, seed: number): readonly ProblemSample[]
}

export async function openFiles(files: readonly NamedBytes[], options: LoadOptions & { readonly judge: Judge }): Promise<OpenSet & OpenedDataSet> {
  const { dataSet, columns, known, rows, faults } = unwrap(await loadDataSet(files, options))
  const open = await stateOf(dataSet)
  const facts = { ...open.facts, columns, known, rows, faults: faults.slice(0, TOLD_FAULTS), faultCount: faults.length }
  return { ...open, facts, bytes: encodeDataSet(dataSet) }
}

export async function openBytes(bytes: Uint8Array): Promise<OpenSet> {
  return stateOf(unwrap(decodeDataSet(bytes)))
}

async function stateOf(dataSet: DataSet): Promise<OpenSet> {
  const { name, layout, problems } = dataSet
  const parts = partsOf(problems)
  const rowsOf = (width: number, height: number): number => Math.ceil(width / PATCH) * Math.ceil(height / PATCH)
  return {
    facts: {
      ...{ hash: await hashOfDataSet(dataSet), name, layout, columns: null, known: [], rows: problems.length, faults: [], faultCount: 0 },
      problems: problems.length,
      pictures: problems.reduce((sum, { pictures }) => sum + pictures.length, 0),
      counts: countParts(parts),
      lengths: problems.map(({ text }) => text.length),
      longestAnswer: problems.reduce((longest, { answer }) => Math.max(longest, answer.length), 0),
      pictureRows: problems.reduce(
        (most, { pictures }) =>
          Math.max(
            most,
            pictures.reduce((sum, { width, height }) => sum + rowsOf(width, height), 0),
          ),
        0,
      ),
    },
    sample(part, count, seed) {
      const places = problems.flatMap((_, place) => (part === null || parts[place] === part ? [place] : []))
      return permutation(places.length, createRng([seed >>> 0, 0x73616d70]))
        .slice(0, count)
        .flatMap((index) => {
          const place = places[index] ?? 0
          const problem = problems[place]
          return problem === undefined ? [] : [{ ...problem, part: parts[place] ?? 'train' }]
        })
    },
  }
}
