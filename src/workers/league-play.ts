// A league at its tables: entrants seated on the engine, rounds played, onlookers told a few times a second. Knows no page.

import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import type { PolicyPlayer, ScriptPlayer } from '../coordinator/player.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { GridScene } from '../environments/scene.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { type GameOrder, type LeagueSetting, plansOf, playRound, roundOf } from '../games/league.ts'
import { createOnlooker, framesOf, type Looked } from '../games/onlooker.ts'
import { policyPlayer, scriptedPlayer } from '../games/players.ts'
import type { LeagueGame } from '../record/league-record.ts'
import type { TrainingService } from '../service/index.ts'
import type { LeagueBoard, LeagueRequest, LeagueRules } from './league-api.ts'
import type { ModelText } from './load-tokenizer.ts'
import { seatPolicy } from './seat-policy.ts'

export interface OpenLeague {
  round(round: number, onBoards: (boards: readonly LeagueBoard[]) => void): Promise<readonly LeagueGame[]>
}

/** Milliseconds between two looks at the boards. */
const PACE = 250

function lookedAt({ environment }: Pick<LeagueRules, 'environment'>): Looked {
  const definition = unwrap(findEnvironment(environment.id))
  return { definition, config: unwrap(definition.parseConfig(environment.config)) }
}

export async function openLeague(request: LeagueRequest, { config: model, tokenizer }: ModelText, service: TrainingService | null): Promise<OpenLeague> {
  const looked = lookedAt(request)
  const { definition, config } = looked
  if (definition.spec.possibleAgents.length !== 2)
    throw tokenloomError('ENVIRONMENT_INVALID', `${definition.spec.title} is not for two.`, 'Choose a game for two players.', 'environment.id')
  const { seed, temperature, actionMask, maxTokensPerTurn, maxTokensPerEpisode } = request
  const stopTokens = tokenizer.stopTokens(definition.stopText)
  const players: (PolicyPlayer | ScriptPlayer)[] = []
  for (const { name, player } of request.entrants) {
    if (player.kind === 'script') players.push({ ...scriptedPlayer(definition, player.name, seed), name })
    else if (service === null) throw tokenloomError('INTERNAL', 'A policy was asked to play where no engine answers.', 'Begin again.')
    else {
      const { snapshot } = await seatPolicy(service, player, model)
      players.push(policyPlayer({ service, snapshot, name, seed, temperature, stopTokens }))
    }
  }
  const setting: LeagueSetting = {
    ...{ definition, config, seed, split: 'train', tokenizer, now: () => performance.now() },
    budget: { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: service === null ? maxTokensPerEpisode : model.contextTokens },
    masks: actionMask ? createTrieCompiler(tokenizer) : undefined,
  }
  return {
    async round(round, onBoards) {
      let told = 0
      const tell = (): void => {
        const now = performance.now()
        if (now - told < PACE) return
        told = now
        const boards = onlooker.boards()
        onBoards(orders.flatMap((order) => boardFor(order, boards.get(order.episode))))
      }
      const orders = roundOf(players.length, round)
      const onlooker = createOnlooker(looked, plansOf(seed, orders), tell)
      return playRound(setting, players, round, onlooker.witness)
    },
  }
}

export function boardsOf(rules: LeagueRules, games: readonly LeagueGame[]): readonly LeagueBoard[] {
  const looked = lookedAt(rules)
  const plans = plansOf(rules.seed, games)
  return games.flatMap((game, index) => {
    const plan = plans[index]
    return boardFor(game, plan === undefined ? undefined : framesOf(looked, plan, game.moves).at(-1))
  })
}

const boardFor = ({ episode, first, second }: GameOrder, scene: GridScene | undefined): readonly LeagueBoard[] =>
  scene === undefined ? [] : [{ episode, first, second, scene }]

export function framesOfGame(rules: LeagueRules, game: LeagueGame) {
  const [plan] = plansOf(rules.seed, [game])
  return plan === undefined ? [] : framesOf(lookedAt(rules), plan, game.moves)
}
