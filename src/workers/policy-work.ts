// Looking at stored policies: how far two are apart, as weights and on the same prompts; folders of PEFT in and out. Two adapters
// are loaded for the moment and freed. Nothing is trained and nothing is kept.

import { adapterDistance } from '../adapters/adapter-distance.ts'
import { baseMismatch, PEFT_CONFIG_FILE, PEFT_WEIGHTS_FILE, readPeft } from '../adapters/peft.ts'
import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { showTo } from '../environments/play.ts'
import { findEnvironment } from '../environments/registry.ts'
import { encodePrompt } from '../episode/prompt.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { ModelConfig } from '../model/config.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { AdapterId, Datum, SamplePrompt, TrainingService } from '../service/index.ts'
import type { CompareRequest, NamedBase, PolicyComparison } from './policy-api.ts'
import type { RunFile } from './run-api.ts'

const SEED = 1

interface BaseText {
  readonly config: ModelConfig
  readonly tokenizer: Tokenizer
}

/** The first one answers held-out problems; both say how likely its tokens are, on the same prompts. */
export async function comparePolicies(
  request: Omit<CompareRequest, 'engine' | 'modelUrl'>,
  service: TrainingService,
  text: BaseText,
): Promise<PolicyComparison> {
  const { first, second, problems } = request
  const weights = adapterDistance(text.config, first.adapter, second.adapter)
  const prompts = promptsOf(request, text)
  const loaded: AdapterId[] = []
  try {
    for (const { adapter } of [first, second]) loaded.push(await service.loadState(adapter))
    const { id } = await service.saveWeightsForSampler(at(loaded, 0))
    const stopTokens = text.tokenizer.stopTokens(unwrap(findEnvironment(request.environment.id)).stopText)
    const params = { maxTokens: request.maxTokens, temperature: request.temperature, stopTokens }
    const { sequences } = await service.sample({ snapshot: id, prompts, params, key: streamKey(SEED, 'sampling') }).result
    await service.releaseSnapshot(id)
    const data = prompts.map((prompt, index) => datumOf(index, prompt, at(sequences, index).tokens, request.temperature))
    const [one, two] = await Promise.all(loaded.map((adapter) => service.forward({ of: { adapter }, data }).result))
    const pairs = data.flatMap(({ lossMask }, index) =>
      [...lossMask.keys()]
        .filter((place) => lossMask[place] === 1)
        .map((place) => [one?.logprobs[index]?.[place] ?? 0, two?.logprobs[index]?.[place] ?? 0] as const),
    )
    const differences = pairs.map(([a, b]) => a - b)
    return {
      weights,
      problems,
      tokens: pairs.length,
      meanDifference: differences.reduce((sum, difference) => sum + difference, 0) / Math.max(1, pairs.length),
      greatestDifference: differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0),
      equalTokens: differences.filter((difference) => difference === 0).length,
    }
  } finally {
    for (const adapter of loaded) await service.freeAdapter(adapter).catch(() => {})
  }
}

/** What the agent whose turn it is first is asked, in so many held-out problems. */
function promptsOf({ environment, problems }: Pick<CompareRequest, 'environment' | 'problems'>, { tokenizer }: BaseText): readonly SamplePrompt[] {
  const definition = unwrap(findEnvironment(environment.id))
  const settings = unwrap(definition.parseConfig(environment.config))
  return Array.from({ length: problems }, (_, index): SamplePrompt => {
    const state = definition.init(settings, 'heldOut', createRng(streamKey(SEED, 'environment'), index))
    const agent = at(definition.turn(state), 0)
    const { text, pictures } = showTo(definition, state, agent)
    const { tokens, images } = encodePrompt(tokenizer, text, pictures)
    return { tokens, ...(images.length === 0 ? {} : { images }), stream: [index, 0] }
  })
}

function datumOf(index: number, { tokens: prompt, images }: SamplePrompt, answer: Uint32Array, temperature: number): Datum {
  const tokens = Uint32Array.from([...prompt, ...answer])
  const lossMask = Uint8Array.from(tokens, (_, place) => (place < prompt.length ? 0 : 1))
  return { id: `${index}`, tokens, lossMask, coefficients: Float32Array.from(lossMask), temperature, ...(images === undefined ? {} : { images }) }
}

/** The folder's two files, whatever else lies beside them. ADAPTER_MISMATCH where they name another base than the one they are to stand on. */
export function importPolicy(files: readonly RunFile[], name: string, config: ModelConfig, base: NamedBase): AdapterCheckpoint {
  const bytesOf = (wanted: string): Uint8Array<ArrayBuffer> => {
    const found = files.find((file) => file.name === wanted)
    if (found !== undefined) return found.bytes
    throw tokenloomError(
      'ADAPTER_INVALID',
      `The folder has no ${wanted}.`,
      'Choose the folder that PEFT’s save_pretrained wrote, with both of its files.',
      wanted,
    )
  }
  const { spec, weights, base: named } = unwrap(readPeft(new TextDecoder().decode(bytesOf(PEFT_CONFIG_FILE)), bytesOf(PEFT_WEIGHTS_FILE), config))
  const foreign = baseMismatch(named, base)
  if (foreign !== null) throw foreign
  const none = (): Float32Array => new Float32Array(weights.length)
  return {
    adapter: { spec: { ...spec, name, seed: 0 }, baseHash: base.hash, version: 0, weights, moment1: none(), moment2: none(), hash: '' },
    counters: { seed: 0, episodes: 0 },
    lineage: { parent: null, how: 'imported', run: null, step: 0 },
  }
}
