// From requests to passes and back: cuts every request by its own data alone, lets micro-batches of several requests share
// a pass as long as it stays small, and joins the pieces in order. Who shares a pass changes no bit of an answer.

import { at } from '../base/assert.ts'
import type { LossMetrics } from '../service/index.ts'
import { cutMicrobatches, ROWS_PER_PASS, rowsOf } from './microbatches.ts'
import { comparesWithBase, type PassPart } from './pass-parts.ts'
import type { PartResult, PassRunner } from './passes.ts'

interface Member {
  /** Of the request that it is a piece of. */
  readonly index: number
  readonly part: PassPart
}

const rowsOfPart = ({ data, loss }: PassPart): number => rowsOf(data) * (comparesWithBase(loss) ? 2 : 1)

/** Consecutive members that fit one pass of `limit` rows; a member that is larger goes alone. */
function gather(members: readonly Member[], limit: number): readonly (readonly Member[])[] {
  const passes: Member[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const member of members) {
    const own = rowsOfPart(member.part)
    if (rows + own > limit) {
      passes.push([])
      rows = 0
    }
    at(passes, passes.length - 1).push(member)
    rows += own
  }
  return passes
}

/**
 * One result per request, as if each had been served alone. `rowsPerPass` bounds what requests may share; how a request itself is
 * cut does not depend on it, and so no bit does.
 */
export async function runParts(passes: PassRunner, requests: readonly PassPart[], rowsPerPass = ROWS_PER_PASS): Promise<readonly PartResult[]> {
  const cuts = requests.map(({ data, loss }) => cutMicrobatches(data, comparesWithBase(loss) ? ROWS_PER_PASS / 2 : ROWS_PER_PASS))
  const rounds = Math.max(...cuts.map((list) => list.length), 0)
  const pieces: PartResult[][] = requests.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const members = requests.flatMap((request, index): Member[] => {
      const cut = cuts[index]?.[round]
      return cut === undefined ? [] : [{ index, part: { ...request, data: request.data.slice(...cut) } }]
    })
    for (const pass of gather(members, rowsPerPass)) {
      const results = await passes.run(pass.map(({ part }) => part))
      pass.forEach(({ index }, i) => {
        at(pieces, index).push(at(results, i))
      })
    }
  }
  return pieces.map(joinPieces)
}

function joinPieces(pieces: readonly PartResult[]): PartResult {
  const sum = (field: keyof LossMetrics): number => pieces.reduce((total, { metrics }) => total + metrics[field], 0)
  const fault = pieces.find((piece) => piece.fault !== undefined)?.fault
  const alternatives = pieces.flatMap((piece) => piece.alternatives ?? [])
  const attention = pieces.flatMap((piece) => piece.attention ?? [])
  return {
    ...(fault === undefined ? {} : { fault }),
    ...(alternatives.length === 0 ? {} : { alternatives }),
    ...(attention.length === 0 ? {} : { attention }),
    logprobs: pieces.flatMap(({ logprobs }) => logprobs),
    entropies: pieces.flatMap(({ entropies }) => entropies),
    baseLogprobs: pieces.flatMap(({ baseLogprobs }) => baseLogprobs),
    metrics: {
      lossSum: sum('lossSum'),
      trainedTokens: sum('trainedTokens'),
      rows: sum('rows'),
      clippedTokens: sum('clippedTokens'),
      klSum: sum('klSum'),
      entropySum: sum('entropySum'),
    },
  }
}
