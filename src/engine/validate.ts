// What the engine refuses before it spends anything: data, prompts and parameters that would compute something other than
// what was asked. Every refusal names the datum or field.

import { tokenloomError } from '../base/errors.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import { validateLoss } from '../objectives/validate-loss.ts'
import type { ActionTrie, AdamParams, Datum, ForwardRequest, LossSpec, PatchShape, SampleRequest } from '../service/index.ts'

import { imagesComplaint } from './validate-images.ts'
import { maskComplaint, trieComplaint } from './validate-mask.ts'

export interface Bounds {
  readonly vocabulary: number
  readonly contextTokens: number
  /** How the base cuts pictures. Absent: it reads text alone. */
  readonly patch?: PatchShape | undefined
}

const NEXT_DATUM = 'Build data from trajectories with the functions of src/training, or mend the field.'

function wrongDatum(datum: Datum, message: string) {
  return tokenloomError('DATUM_INVALID', `Datum ${datum.id}: ${message}.`, NEXT_DATUM, datum.id)
}

export function validateData(data: readonly Datum[], bounds: Bounds): void {
  const prefixes = new Map<string, Uint32Array>()
  for (const datum of data) {
    const { tokens, lossMask, coefficients, samplingLogprobs, proximalLogprobs } = datum
    const length = tokens.length
    if (length === 0) throw wrongDatum(datum, 'it has no tokens')
    if (length > bounds.contextTokens)
      throw tokenloomError(
        'CONTEXT_OVERFLOW',
        `Datum ${datum.id} has ${length} tokens; this base reads ${bounds.contextTokens}.`,
        'Shorten the episode budget.',
        'rollout.maxTokensPerEpisode',
      )
    if ([lossMask, coefficients, samplingLogprobs, proximalLogprobs].some((column) => column !== undefined && column.length !== length)) {
      throw wrongDatum(datum, 'its per-token arrays differ in length')
    }
    if (lossMask[0] !== 0) throw wrongDatum(datum, 'its first token is trained on, but nothing predicts it')
    if (datum.temperature !== undefined && !(datum.temperature > 0)) throw wrongDatum(datum, `its temperature is ${datum.temperature}`)
    const unseen = imagesComplaint(datum, bounds.patch)
    if (unseen !== null) throw wrongDatum(datum, `its pictures ${unseen}`)
    for (let i = 0; i < length; i++) {
      if (isPictureRow(tokens[i] ?? 0)) {
        if (lossMask[i] !== 0) throw wrongDatum(datum, `token ${i} is a picture's row and trained on; nothing predicts it`)
      } else if ((tokens[i] ?? 0) >= bounds.vocabulary) throw wrongDatum(datum, `token ${i} is ${tokens[i]}, outside the vocabulary of ${bounds.vocabulary}`)
      if (lossMask[i] === 1 && !Number.isFinite(coefficients[i]))
        throw tokenloomError(
          'NOT_FINITE',
          `Datum ${datum.id}: the coefficient of token ${i} is ${coefficients[i]}.`,
          'Look at the rewards of this episode.',
          datum.id,
        )
    }
    const complaint = datum.actionMask === undefined ? null : maskComplaint(datum, datum.actionMask, bounds.vocabulary)
    if (complaint !== null) throw wrongDatum(datum, `its action mask ${complaint}`)
    validatePrefix(datum, prefixes)
  }
}

function validatePrefix(datum: Datum, prefixes: Map<string, Uint32Array>): void {
  const shared = datum.sharedPrefix ?? 0
  if (datum.group === undefined || shared === 0) return
  if (shared >= datum.tokens.length) throw wrongDatum(datum, 'its shared prefix leaves nothing of its own')
  if (datum.lossMask.subarray(0, shared).some((mask) => mask !== 0)) throw wrongDatum(datum, 'its shared prefix is trained on')
  const key = `${datum.group}|${shared}`
  const known = prefixes.get(key)
  const own = datum.tokens.subarray(0, shared)
  if (known === undefined) prefixes.set(key, own)
  else if (known.some((token, i) => token !== own[i])) throw wrongDatum(datum, `its prefix differs from that of group ${datum.group}`)
}

/** A loss that can be evaluated, on data that carry what it reads. */
export function validateLossFor(loss: LossSpec, data: readonly Datum[]): void {
  const valid = validateLoss(loss)
  if (!valid.ok) throw valid.error
  if (loss.name === 'cross_entropy') return
  const lacking = data.find((datum) => datum.samplingLogprobs === undefined)
  if (lacking !== undefined) throw wrongDatum(lacking, `${loss.name} needs its sampling logprobs`)
  if (loss.name !== 'decoupled_ppo') return
  const undecoupled = data.find((datum) => datum.proximalLogprobs === undefined)
  if (undecoupled !== undefined) throw wrongDatum(undecoupled, 'decoupled_ppo needs its proximal logprobs')
}

/** More would be read by nobody, and costs a readback of logits each. */
const MOST_ALTERNATIVES = 64

export function validateAlternatives({ alternatives }: ForwardRequest): void {
  if (alternatives === undefined || (Number.isInteger(alternatives) && alternatives >= 1 && alternatives <= MOST_ALTERNATIVES)) return
  const message = `alternatives is ${alternatives}; it must be a whole number from 1 to ${MOST_ALTERNATIVES}.`
  throw tokenloomError('SAMPLE_INVALID', message, 'Change alternatives.', 'alternatives')
}

export function validateAdam(params: AdamParams): void {
  const check = (name: keyof AdamParams, inside: boolean): void => {
    if (!inside) throw tokenloomError('SPEC_INVALID', `optimizer.${name} is ${params[name]}.`, `Change optimizer.${name}.`, `optimizer.${name}`)
  }
  check('learningRate', params.learningRate >= 0 && Number.isFinite(params.learningRate))
  check('beta1', params.beta1 >= 0 && params.beta1 < 1)
  check('beta2', params.beta2 >= 0 && params.beta2 < 1)
  check('epsilon', params.epsilon > 0 && Number.isFinite(params.epsilon))
  check('weightDecay', params.weightDecay >= 0 && Number.isFinite(params.weightDecay))
  check('gradClipNorm', params.gradClipNorm >= 0 && Number.isFinite(params.gradClipNorm))
}

export function validateSample({ prompts, params }: SampleRequest, bounds: Bounds): void {
  const wrong = (field: string, value: unknown, allowed: string) =>
    tokenloomError('SAMPLE_INVALID', `${field} is ${String(value)}; it must be ${allowed}.`, `Change ${field}.`, field)
  if (!Number.isInteger(params.maxTokens) || params.maxTokens < 0) throw wrong('maxTokens', params.maxTokens, 'a whole number from 0')
  if (!(params.temperature >= 0) || !Number.isFinite(params.temperature)) throw wrong('temperature', params.temperature, 'a number from 0')
  if (params.topK !== undefined && (!Number.isInteger(params.topK) || params.topK < 0)) throw wrong('topK', params.topK, 'a whole number from 0')
  if (params.topP !== undefined && !(params.topP > 0 && params.topP <= 1)) throw wrong('topP', params.topP, 'above 0 and at most 1')
  const groups = new Map<string, Uint32Array>()
  const tries = new Set<ActionTrie>()
  prompts.forEach((prompt, index) => {
    const { tokens, group, actions } = prompt
    if (tokens.length === 0) throw wrong(`prompts[${index}]`, 'empty', 'at least one token')
    if (tokens.length + params.maxTokens > bounds.contextTokens) {
      throw tokenloomError(
        'CONTEXT_OVERFLOW',
        `Prompt ${index} has ${tokens.length} tokens and asks for ${params.maxTokens} more; this base reads ${bounds.contextTokens}.`,
        'Shorten the prompt or the budget.',
        'rollout.maxTokensPerTurn',
      )
    }
    const unseen = imagesComplaint(prompt, bounds.patch)
    if (unseen !== null) throw wrong(`prompts[${index}].images`, `pictures that ${unseen}`, 'the pictures that the tokens name')
    if (tokens.some((token) => token >= bounds.vocabulary && !isPictureRow(token)))
      throw wrong(`prompts[${index}]`, 'a token outside the vocabulary', `below ${bounds.vocabulary}`)
    const complaint = actions === undefined || tries.has(actions) ? null : trieComplaint(actions, bounds.vocabulary)
    if (complaint !== null) throw wrong(`prompts[${index}].actions`, `a trie that ${complaint}`, 'a trie of legal actions')
    if (actions !== undefined) tries.add(actions)
    if (group === undefined) return
    const known = groups.get(group)
    if (known === undefined) groups.set(group, tokens)
    else if (known.length !== tokens.length || known.some((token, i) => token !== tokens[i]))
      throw wrong(`prompts[${index}]`, `different from the others of group ${group}`, 'equal within a group')
  })
}
