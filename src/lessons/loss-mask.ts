// The lesson of the loss mask: who wrote which token, what a masked token adds to the gradient, what happens when the mask is left
// out, and who notices. Episodes, credit, losses and auditor are those of a run.

import { at } from '../base/assert.ts'
import { unwrap } from '../base/result.ts'
import { playAudited } from '../coordinator/testing/audited-batch.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { tictactoe } from '../environments/tictactoe/tictactoe.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import { evaluateDatum } from '../objectives/evaluate-datum.ts'
import type { Datum, LossSpec } from '../service/index.ts'
import { assignCredit, type CreditedTrajectory, spread } from '../training/credit.ts'
import { buildData } from '../training/data.ts'
import { withoutLossMask } from '../training/train-on.ts'
import { characters, playGuessing, playUnequal } from './guessing.ts'
import { letter, rounded, tokensOf } from './pictures.ts'
import type { Facts, StepCode } from './step-code.ts'
import { ahead, rewardCurves, type ShortRun, tailsOf, trainShortly } from './train.ts'

const LOSS: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2 }
const SIBLINGS = 4

/** How strongly each token is pushed up: minus the derivative of the loss with respect to its logprob, under the version that wrote it. */
function pushes(datum: Datum): Float64Array {
  const pushed = new Float64Array(datum.tokens.length)
  for (const { position, gradient } of evaluateDatum(LOSS, datum, datum.samplingLogprobs ?? [])) pushed[position] = -gradient
  return pushed
}

const dataOf = (credited: readonly CreditedTrajectory[]): readonly Datum[] => buildData(credited, { prefix: 'lesson', temperature: 1, sampled: true })

const whoWroteIt: StepCode = {
  async run() {
    const trajectory = at(await playGuessing(3, 1), 0)
    const { tokens, lossMask } = trajectory
    const masked = lossMask.reduce((sum, bit) => sum + bit, 0)
    return {
      outcome: masksExactly(trajectory, 'GENERATING') ? 'guesses' : masked === tokens.length ? 'all' : 'replies',
      facts: { tokens: tokens.length, masked, others: tokens.length - masked },
      pictures: [{ kind: 'tokens', caption: 'episode', rows: [{ label: 'guesser', tokens: tokensOf(trajectory, characters) }] }],
    }
  },
}

function masksExactly(trajectory: Trajectory, state: string): boolean {
  return tokensOf(trajectory, characters).every((token) => (token.lossMask === 1) === (token.state === state))
}

const gradient: StepCode = {
  async run() {
    const trajectory = at(await playGuessing(3, 1), 0)
    const datum = at(dataOf([spread(trajectory, 1)]), 0)
    const pushed = pushes(datum)
    const outside = Math.max(...pushed.map((value, i) => (datum.lossMask[i] === 0 ? Math.abs(value) : 0)))
    const inside = Math.max(...pushed.map((value, i) => (datum.lossMask[i] === 1 ? Math.abs(value) : 0)))
    return {
      outcome: outside === 0 ? 'zero' : outside < inside ? 'smaller' : 'same',
      facts: { outside: rounded(outside), inside: rounded(inside) },
      pictures: [{ kind: 'tokens', caption: 'push', rows: [{ label: 'guesser', tokens: tokensOf(trajectory, characters, pushed) }] }],
    }
  },
}

const cancel: StepCode = {
  async run() {
    const played = await playUnequal(5, SIBLINGS)
    const { episodes } = assignCredit({ advantage: 'grpo', credit: 'episode', gamma: 1, compare: 'group' }, played)
    const data = dataOf(episodes).map(withoutLossMask)
    const pushed = data.map(pushes)
    const prompt = at(played, 0).lossMask.indexOf(1)
    const together = Array.from({ length: prompt }, (_, i) => pushed.reduce((sum, own) => sum + at(own, i), 0))
    const onPrompt = Math.max(...together.map(Math.abs))
    const onReplies = played.reduce(
      (sum, { lossMask }, index) => sum + lossMask.reduce((own, bit, i) => own + (bit === 0 && i >= prompt ? Math.abs(at(at(pushed, index), i)) : 0), 0),
      0,
    )
    const none = onPrompt < 1e-6
    return {
      outcome: none ? 'zero' : at(together, 1) > 0 ? 'up' : 'down',
      facts: { onPrompt: rounded(onPrompt), onReplies: rounded(onReplies), siblings: SIBLINGS },
      pictures: [
        {
          kind: 'tokens',
          caption: 'unmasked',
          rows: played.map((trajectory, index) => ({
            label: letter(index),
            tokens: tokensOf(trajectory, characters, at(pushed, index), at(data, index).lossMask),
          })),
        },
      ],
    }
  },
}

const audit: StepCode = {
  async run() {
    const definition: EnvironmentDefinition = tictactoe
    const config = unwrap(definition.parseConfig({ opponent: 'none' }))
    const batch = { definition, config, tokenizer: characters, seed: 7, episodes: 2, masked: true }
    const honest = await playAudited(batch)
    const { verdict } = await playAudited({
      ...batch,
      // The trainer's own testimony is what changes: the data are fed without their mask.
      tamper: (fact) => (fact.kind === 'fed' ? { ...fact, datum: withoutLossMask(fact.datum) } : fact),
    })
    const names = new Set(verdict.violations.map(({ name }) => name))
    const found = verdict.violations.find(({ name }) => name === 'gradient_outside_mask')
    const facts: Facts = {
      honest: honest.verdict.violationCount,
      checks: honest.verdict.checksHeld,
      violations: verdict.violationCount,
      sentence: found?.sentence ?? '',
    }
    return {
      outcome: names.has('gradient_outside_mask') ? 'gradient' : names.size === 0 ? 'nothing' : 'order',
      facts,
      pictures: [
        {
          kind: 'table',
          caption: 'violations',
          head: ['check', 'name', 'found'],
          rows: verdict.violations.slice(0, 4).map(({ check, name, found: what }) => [check, name, what]),
        },
      ],
    }
  },
}

/** Long observations, short actions: most of what would be trained on without the mask, nobody wrote. */
const STEPS = 14
/** Games a step, times agents: each learns from its own sequence. */
const EPISODES = 2 * 8 * 3

const train: StepCode = {
  async run(_input, tools) {
    const run = (trainOn: 'sampled' | 'all') =>
      tools.once(`train on ${trainOn}`, () =>
        trainShortly(tools, `trained-${trainOn}`, {
          preset: 'harvest-3',
          steps: STEPS,
          controls: [],
          evaluation: { problems: 1, every: STEPS },
          objective: { trainOn },
        }),
      )
    const [masked, all] = [await run('sampled'), await run('all')]
    const found = tailsOf(masked, all, EPISODES)
    const verdict = ahead(found)
    const tokens = (one: ShortRun): number => one.metrics.reduce((sum, { metrics }) => sum + metrics.trainedTokens, 0)
    return {
      outcome: verdict === 'first' ? 'masked' : verdict === 'second' ? 'all' : 'same',
      facts: {
        first: rounded(masked.metrics[0]?.metrics.rewardMean ?? 0),
        masked: rounded(found.first),
        all: rounded(found.last),
        halfWidth: rounded(found.halfWidth),
        steps: masked.steps,
        share: rounded(tokens(masked) / Math.max(1, tokens(all))),
        engine: masked.engine,
      },
      pictures: [
        rewardCurves('training', [
          ['trained-sampled', masked],
          ['trained-all', all],
        ]),
      ],
    }
  },
}

export const lossMaskCode = { 'who-wrote-it': whoWroteIt, gradient, cancel, train, audit } satisfies Readonly<Record<string, StepCode>>
