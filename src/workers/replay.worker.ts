// The replay worker's entry: the states of recorded episodes, and episodes out of links. Unwraps, replays, wraps.

import { expose } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { DATA_SET_ENVIRONMENT } from '../datasets/environment.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { sourceAt } from '../record/environment-versions.ts'
import { isAuthored } from '../record/is-authored.ts'
import type { RunSpec } from '../record/spec.ts'
import { trainingPlans } from '../training/rollout.ts'
import { environmentOf } from './environment-of.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import { episodeFacts, playLink } from './play-link.ts'
import type { LastBoard, LastBoardsRequest, ReplayWorkerApi } from './replay-api.ts'
import { lastBoards, replayEpisode } from './replay-episode.ts'
import { replayPictures } from './replay-pictures.ts'
import { type Rules, sourceVersion } from './rules-of-run.ts'

let brought: EnvironmentDefinition | undefined

/** Authored rules, by the hash of their source. */
let authored: { readonly hash: string; readonly rules: Rules } | undefined

type Played = { readonly spec: RunSpec; readonly step: number }
type Replays = <T>(replay: (definition: EnvironmentDefinition) => T) => Promise<T>

/** Replays change nothing: where rules live elsewhere they are done as often as it takes to have asked for everything. */
async function replaysOf({ spec, step }: Played): Promise<Replays> {
  const { id, config } = spec.environment
  const hash = sourceAt(spec, step)
  if (hash === '') {
    const definition = id === DATA_SET_ENVIRONMENT && brought !== undefined ? brought : await environmentOf({ id })
    return async (replay) => replay(definition)
  }
  if (authored?.hash !== hash) {
    throw tokenloomError('ENVIRONMENT_UNKNOWN', `The source of ${id} is not at hand.`, 'Open the source in the editor.', 'environment.source')
  }
  const { environment, foresight } = authored.rules
  if (foresight === undefined) return async (replay) => replay(environment)
  const parsed = unwrap(environment.parseConfig(config))
  const begins = trainingPlans(spec, step).map(({ start }) => ({ config: parsed, split: 'train' as const, start }))
  await foresight.begin(begins, { masks: false, masters: false, everybody: false })
  return (replay) => foresight.settle(() => replay(environment))
}

const underRules = async <T>(played: Played, replay: (definition: EnvironmentDefinition) => T): Promise<T> => (await replaysOf(played))(replay)

/** Each costs questions to a sandbox. */
const MOST_BOARDS_ELSEWHERE = 32

/** Of rules that live elsewhere every episode is replayed by itself: what was answered for one is not asked for the next. */
async function boardsElsewhere({ spec, step, turns }: LastBoardsRequest): Promise<readonly LastBoard[]> {
  const episodes = [...new Set(turns.map(({ episode }) => episode))].sort((a, b) => a - b).slice(0, MOST_BOARDS_ELSEWHERE)
  const replays = await replaysOf({ spec, step })
  const boards: LastBoard[] = []
  for (const episode of episodes) {
    const own = turns.filter((turn) => turn.episode === episode)
    const found = await replays((definition) => lastBoards({ spec, step, turns: own }, definition))
    if (found.length === 0) return []
    boards.push(...found)
  }
  return boards
}

const api: ReplayWorkerApi = {
  ping: lifeLock,
  replay: (request) => outcomeOf(() => underRules(request, (definition) => replayEpisode(request, definition))),
  pictures: (request) => outcomeOf(() => underRules(request, (definition) => replayPictures(request, definition))),
  know: (dataSet) =>
    outcomeOf(async () => {
      brought = await environmentOf({ id: DATA_SET_ENVIRONMENT }, dataSet)
    }),
  lastBoards: (request) => outcomeOf(() => (isAuthored(request.spec) ? boardsElsewhere(request) : lastBoards(request))),
  knowSource: (spec, given) =>
    outcomeOf(async () => {
      const rules = await sourceVersion(spec, given)
      authored = { hash: rules.hash, rules }
    }),
  factsOf: (request) => outcomeOf(() => episodeFacts(request)),
  play: (facts, modelUrl) => outcomeOf(async () => playLink(facts, await loadModelText(modelUrl, fetch))),
}

expose(api)
