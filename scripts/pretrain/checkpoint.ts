// A pretraining in the middle, as one safetensors file: weights and moments as tensors, the position and what the
// run is as metadata. Written beside the old file and then moved over it, so that a crash leaves one or the other.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tokenloomError } from '../../src/base/errors.ts'
import { canonicalJson, type Json } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { readSafetensors, type Tensor } from '../../src/model/safetensors.ts'
import { writeSafetensors } from '../../src/model/safetensors-write.ts'
import { selectWeights } from '../../src/model/weights.ts'
import type { Position } from './schedule.ts'
import type { TrainerState } from './trainer.ts'

export interface Checkpoint {
  /** The recipe's content and the seed, canonical: a checkpoint resumes the run that wrote it and no other. */
  readonly run: string
  readonly position: Position
  readonly state: TrainerState
}

export const runIdentity = (recipe: object, seed: number): string => canonicalJson({ recipe: JSON.parse(JSON.stringify(recipe)) as Json, seed })

const PARTS = ['weights', 'moment1', 'moment2'] as const

export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  const tensors = new Map<string, Tensor>()
  for (const part of PARTS) for (const [name, tensor] of checkpoint.state[part]) tensors.set(`${part}:${name}`, tensor)
  const metadata = { run: checkpoint.run, position: JSON.stringify(checkpoint.position), step: String(checkpoint.state.step) }
  writeFileSync(`${path}.new`, writeSafetensors(tensors, metadata))
  renameSync(`${path}.new`, path)
}

/** The checkpoint, null where there is none; throws CHECKPOINT_CORRUPT or what is wrong with the file. */
export function readCheckpoint(path: string, config: ModelConfig): Checkpoint | null {
  if (!existsSync(path)) return null
  const { tensors, metadata } = unwrap(readSafetensors(new Uint8Array(readFileSync(path))))
  const { run, position, step } = metadata
  if (run === undefined || position === undefined || step === undefined) {
    throw tokenloomError('CHECKPOINT_CORRUPT', `${path} does not say which run it belongs to.`, 'Delete it and start the run again.', path)
  }
  const part = (name: (typeof PARTS)[number]): ReadonlyMap<string, Tensor> => {
    const own = [...tensors].flatMap(([key, tensor]): [string, Tensor][] => (key.startsWith(`${name}:`) ? [[key.slice(name.length + 1), tensor]] : []))
    return unwrap(selectWeights(config, new Map(own)))
  }
  const state = { step: Number(step), weights: part('weights'), moment1: part('moment1'), moment2: part('moment2') }
  return { run, position: parsePosition(position, path), state }
}

function parsePosition(text: string, path: string): Position {
  const value: unknown = JSON.parse(text)
  const fields = ['update', 'tokens', 'cleanTokens', 'flop', 'noiseStart'] as const
  const record = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  const [update, tokens, cleanTokens, flop, noiseStart] = fields.map((field) => record[field])
  if (
    typeof update === 'number' &&
    typeof tokens === 'number' &&
    typeof cleanTokens === 'number' &&
    typeof flop === 'number' &&
    (noiseStart === null || typeof noiseStart === 'number')
  ) {
    return { update, tokens, cleanTokens, flop, noiseStart }
  }
  throw tokenloomError('CHECKPOINT_CORRUPT', `${path} does not say how far the run had come.`, 'Delete it and start the run again.', path)
}
