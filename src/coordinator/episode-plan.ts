// What an episode is opened with: its number, its random numbers, and what it shares with the whole batch, none of
// which it can change. Types only.

import type { Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { EnvironmentDefinition, Split } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import type { TrieCompiler } from '../episode/action-trie.ts'
import type { EpisodeBudget } from '../episode/machine.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'

export interface EpisodePlan {
  /** Unique within the run: it keys the random numbers of sampling. */
  readonly episode: number
  readonly group: number
  /** Equal for siblings: they start from the same state. */
  readonly start: Rng
  readonly chance: Rng
}

export interface HostSetting {
  readonly definition: EnvironmentDefinition
  readonly config: Json
  readonly split: Split
  readonly tokenizer: Tokenizer
  readonly budget: EpisodeBudget
  /** Compiles what legalActions lists to the action mask of policies. Absent: nothing is masked, and illegal actions cost what the environment says. */
  readonly masks?: TrieCompiler | undefined
  /** Brings what the definition will be asked, where its rules live elsewhere. Absent: they are here. */
  readonly foresight?: Foresight | undefined
}
