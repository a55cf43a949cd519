// Policies for the isolation experiment on a real task: one that learns by reward with a penalty, one by examples, one by reward
// without any bounds; unlike in rank, targets, losses, step sizes and clipping, so that whatever could leak between them
// would. One question, one answer, one group of siblings a question. Knows the task; knows no engine.

import { at } from '../base/assert.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { AdamParams, AdapterSpec, Datum, LossSpec, SampledSequence, SamplePrompt, SampleRequest } from '../service/index.ts'

type Sample = (request: Omit<SampleRequest, 'snapshot'>) => Promise<readonly SampledSequence[]>

/** As the experiment takes it (src/engine/isolation/policy.ts). */
export interface TaskPolicy {
  readonly adapter: AdapterSpec
  readonly adam: AdamParams
  learn(step: number, sample: Sample): Promise<{ readonly data: readonly Datum[]; readonly loss: LossSpec }>
}

export interface TaskSetting {
  /** A task of one turn by one agent, which demonstrates. */
  readonly environment: EnvironmentDefinition
  readonly tokenizer: Tokenizer
  readonly seed: number
  /** Questions a step. */
  readonly groups: number
  /** Answers to each question, where answers are sampled. */
  readonly groupSize: number
}

const ADAM: AdamParams = { learningRate: 5e-3, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, gradClipNorm: 1 }
const MAX_TOKENS = 8

interface Plan {
  readonly adapter: Omit<AdapterSpec, 'seed'>
  readonly adam: AdamParams
  /** Absent: learns from examples. */
  readonly sampled?: { readonly temperature: number; readonly loss: Omit<LossSpec, 'scale'> }
}

const PLANS: readonly Plan[] = [
  {
    adapter: { name: 'by reward', rank: 4, scale: 2, targets: ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] },
    adam: ADAM,
    sampled: { temperature: 1, loss: { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: 0.02 } },
  },
  {
    adapter: { name: 'by example', rank: 8, scale: 1, targets: ['q_proj', 'v_proj'] },
    adam: { ...ADAM, learningRate: 1e-2, weightDecay: 0.01, gradClipNorm: 0 },
  },
  {
    // No multiple of four: its rank is padded.
    adapter: { name: 'by reward, unbounded', rank: 3, scale: 2, targets: ['gate_proj', 'up_proj', 'down_proj'] },
    adam: { ...ADAM, learningRate: 2e-3, beta2: 0.99, gradClipNorm: 0.5 },
    sampled: { temperature: 0.8, loss: { name: 'importance_sampling' } },
  },
]

export function isolationPolicies(setting: TaskSetting): readonly TaskPolicy[] {
  return PLANS.map((plan, number) => ({
    adapter: { ...plan.adapter, seed: setting.seed + number },
    adam: plan.adam,
    async learn(step, sample) {
      const questions = Array.from({ length: setting.groups }, (_, group) => ask(setting, number, (step - 1) * setting.groups + group))
      const { sampled } = plan
      const data =
        sampled === undefined ? questions.map((question) => example(setting, question)) : await rewarded(setting, questions, sampled.temperature, sample)
      const tokens = data.reduce((sum, datum) => sum + datum.lossMask.reduce((count, bit) => count + bit, 0), 0)
      return { data, loss: { ...(sampled?.loss ?? { name: 'cross_entropy' as const }), scale: 1 / Math.max(1, tokens) } }
    },
  }))
}

interface Question {
  readonly id: string
  readonly group: number
  readonly tokens: Uint32Array
  readonly solution: string
  /** What an answer is worth. */
  reward(text: string): number
}

function ask({ environment, tokenizer, seed }: TaskSetting, policy: number, group: number): Question {
  const key = streamKey(seed + policy, 'environment')
  const state = environment.init(unwrap(environment.parseConfig({})), 'train', createRng(key, group))
  const agent = at(environment.turn(state), 0)
  const observation = environment.observe(state, agent)
  const solution = environment.demonstrate?.(state, agent)
  return {
    id: `${policy}/${group}`,
    group,
    tokens: tokenizer.encode(environment.prompt(observation, agent)),
    solution: solution === undefined ? '' : environment.format(solution),
    reward(text) {
      const action = environment.parse(text, observation)
      return action.ok ? (environment.step(state, { [agent]: action.value }, createRng(key, group, 1)).rewards[agent] ?? 0) : 0
    },
  }
}

/** Every token of an example weighs 1. */
function example({ tokenizer }: TaskSetting, { id, tokens, solution }: Question): Datum {
  return datumOf(id, tokens, tokenizer.encode(solution), 1)
}

/** Answers of the policy itself, each weighed by how much better it was than its siblings. */
async function rewarded(
  { environment, tokenizer, seed, groupSize }: TaskSetting,
  questions: readonly Question[],
  temperature: number,
  sample: Sample,
): Promise<readonly Datum[]> {
  const members = questions.flatMap((question) => Array.from({ length: groupSize }, (_, member) => ({ question, member })))
  const prompts = members.map(
    ({ question, member }): SamplePrompt => ({ tokens: question.tokens, group: question.id, stream: [question.group * groupSize + member, 0] }),
  )
  const params = { maxTokens: MAX_TOKENS, temperature, stopTokens: tokenizer.stopTokens(environment.stopText) }
  const answers = await sample({ prompts, params, key: streamKey(seed, 'sampling') })
  const rewards = members.map(({ question }, index) => question.reward(tokenizer.decode(at(answers, index).tokens)))
  return members.map(({ question, member }, index): Datum => {
    const first = index - member
    const mean = rewards.slice(first, first + groupSize).reduce((sum, reward) => sum + reward, 0) / groupSize
    const { tokens, logprobs } = at(answers, index)
    const datum = datumOf(`${question.id}/${member}`, question.tokens, tokens, at(rewards, index) - mean)
    const samplingLogprobs = new Float32Array(datum.tokens.length)
    samplingLogprobs.set(logprobs, question.tokens.length)
    return { ...datum, samplingLogprobs, temperature, group: question.id, sharedPrefix: question.tokens.length }
  })
}

function datumOf(id: string, prompt: Uint32Array, answer: Uint32Array, coefficient: number): Datum {
  const tokens = Uint32Array.from([...prompt, ...answer])
  const lossMask = Uint8Array.from(tokens, (_, i) => (i < prompt.length ? 0 : 1))
  return { id, tokens, lossMask, coefficients: Float32Array.from(lossMask, (bit) => bit * coefficient) }
}
