// How well weights answer validation problems, sampled at temperature 1 and greedily. Problems and random numbers
// depend on their index alone, the same for every recipe and seed, so that bases compare. Held-out problems are
// never looked at here: choosing a base by them would spoil what the runs report.

import { createRng, streamKey } from '../../src/base/random.ts'
import { type ArithmeticConfig, answerOf, drawProblem, questionOf } from '../../src/environments/arithmetic/problem.ts'
import type { Tokenizer } from '../../src/model/tokenizer.ts'
import { BASE_SNAPSHOT } from '../../src/service/index.ts'
import type { Sampler } from './trainer.ts'

export interface BaseEvaluation {
  readonly split: 'validation'
  readonly problems: number
  readonly sampled: number
  readonly greedy: number
}

const KEY = streamKey(0, 'evaluation')
/** Three digits and the newline that ends an answer. */
const ANSWER_TOKENS = 4

export async function evaluateBase(sampler: Sampler, tokenizer: Tokenizer, config: ArithmeticConfig, count: number): Promise<BaseEvaluation> {
  const problems = Array.from({ length: count }, (_, index) => drawProblem(createRng(KEY, index), config, 'validation'))
  const prompts = problems.map((problem, index) => ({ tokens: tokenizer.encode(`\n${questionOf(problem)}`), stream: [index, 0] as const }))
  const accuracy = async (temperature: number): Promise<number> => {
    const params = { maxTokens: ANSWER_TOKENS, temperature, stopTokens: tokenizer.stopTokens('\n') }
    const { sequences } = await sampler.sample({ snapshot: BASE_SNAPSHOT, prompts, params, key: KEY }).result
    return problems.filter((problem, index) => tokenizer.decode(sequences[index]?.tokens ?? []) === `${answerOf(problem)}\n`).length / count
  }
  return { split: 'validation', problems: count, sampled: await accuracy(1), greedy: await accuracy(0) }
}
