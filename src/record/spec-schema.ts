// Reads a run spec from JSON: what is not stated takes the preset's value, unknown fields and values out of range
// are refused with the field's path. Knows the table of fields and the rules between fields; the environment's own
// settings are checked by the environment.

import { tokenloomError } from '../base/errors.ts'
import { isRecord, type Json, type JsonRecord, shortJson } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { reloadsComplaint, reloadsContradiction } from './environment-versions.ts'
import { findPreset, PRESETS } from './presets.ts'
import type { RunSpec } from './spec.ts'
import { SPEC_FIELD, SPEC_FIELDS, type SpecField } from './spec-fields.ts'

const invalid = (path: string, message: string) =>
  fail(tokenloomError('SPEC_INVALID', message, 'Correct this setting, or leave it out to take its default.', path))

/** Why a value does not fit its field, as the end of a sentence; null when it fits. */
export function specComplaint(field: SpecField, value: Json): string | null {
  switch (field.kind) {
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
      if (field.kind === 'integer' && !Number.isInteger(value)) return 'must be a whole number'
      return value < field.min || value > field.max ? `must lie between ${field.min} and ${field.max}` : null
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value) ? null : `must be one of ${field.choices.join(', ')}`
    case 'list': {
      if (!Array.isArray(value)) return 'must be a list'
      if (!value.every((item) => typeof item === 'string' && field.choices.includes(item))) return `may hold only ${field.choices.join(', ')}`
      if (new Set(value).size !== value.length) return 'names something twice'
      return value.length < field.least ? `must name at least ${field.least}` : null
    }
    case 'name':
      return typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value) ? null : 'must be a short name of small letters, digits, dots and dashes'
    case 'hash':
      return typeof value === 'string' && /^([0-9a-f]{64})?$/.test(value) ? null : 'must be the 64 hexadecimal digits of a checkpoint’s hash, or empty'
    case 'names':
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' && /^[\w-]{1,32}$/.test(item))) return 'must be a list of short names'
      return new Set(value).size === value.length ? null : 'names something twice'
    case 'reloads':
      return reloadsComplaint(value)
    case 'settings':
      return isRecord(value) ? null : 'must be an object of settings'
  }
}

/** The leaves of a spec by dotted path, in the order of the table. Stops at fields of the table. */
export function flattenSpec(value: JsonRecord, prefix = ''): Map<string, Json> {
  const leaves = new Map<string, Json>()
  for (const [key, child] of Object.entries(value)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    const isGroup = !SPEC_FIELD.has(path) && SPEC_FIELDS.some((field) => field.path.startsWith(`${path}.`))
    if (isGroup && isRecord(child)) for (const [deeper, leaf] of flattenSpec(child, path)) leaves.set(deeper, leaf)
    else leaves.set(path, child)
  }
  return leaves
}

/** A spec from values by path: everything that is missing takes the default. */
function assemble(values: ReadonlyMap<string, Json>): RunSpec {
  const spec: { [key: string]: Json } = {}
  for (const field of SPEC_FIELDS) {
    let place = spec
    const keys = field.path.split('.')
    for (const key of keys.slice(0, -1)) place = openRecord(place, key)
    place[keys.at(-1) ?? field.path] = values.get(field.path) ?? field.default
  }
  // Every field of RunSpec is in the table and has been checked against it.
  return spec as unknown as RunSpec
}

function openRecord(place: { [key: string]: Json }, key: string): { [key: string]: Json } {
  const child = place[key]
  // Records within `place` were all made here.
  const open = isRecord(child) ? (child as { [key: string]: Json }) : {}
  place[key] = open
  return open
}

export function parseRunSpec(json: Json): Result<RunSpec> {
  if (!isRecord(json)) return invalid('spec', 'A run spec must be a JSON object.')
  if (Object.hasOwn(json, 'version') && json['version'] !== 1) {
    return fail(
      tokenloomError(
        'RECORD_VERSION',
        `The spec has version ${shortJson(json['version'] ?? null)}; this Tokenloom reads version 1.`,
        'Open it with the Tokenloom that wrote it.',
        'version',
      ),
    )
  }
  const dotted = Object.keys(json).find((key) => key.includes('.'))
  if (dotted !== undefined) return invalid(dotted, `${dotted.slice(0, 80)} is not a setting of a run: settings stand inside their group.`)
  const given = flattenSpec(json)
  for (const [path, value] of given) {
    const field = SPEC_FIELD.get(path)
    if (field === undefined) return invalid(path, `${path.slice(0, 80)} is not a setting of a run.`)
    const complaint = specComplaint(field, value)
    if (complaint !== null) return invalid(path, `${path} is ${shortJson(value)} but ${complaint}.`)
  }
  const preset = presetSpec(String(given.get('preset') ?? 'arithmetic'))
  if (!preset.ok) return preset
  return checkTogether(assemble(new Map([...flattenSpec(toJson(preset.value)), ...given])))
}

/** The spec of a preset, all fields stated. */
export function presetSpec(name: string): Result<RunSpec> {
  const preset = findPreset(name)
  if (preset === undefined) {
    const known = PRESETS.map((other) => other.name).join(', ')
    return fail(tokenloomError('PRESET_UNKNOWN', `There is no preset ${JSON.stringify(name)}.`, `Choose one of: ${known}.`, 'preset'))
  }
  return ok(assemble(new Map<string, Json>([...Object.entries(preset.overrides), ['preset', name]])))
}

/** A spec as JSON: interfaces have no index signature, their content is JSON all the same. */
export const toJson = (spec: RunSpec): JsonRecord => ({ ...spec }) as unknown as JsonRecord

/** Rules between fields. */
function checkTogether(spec: RunSpec): Result<RunSpec> {
  const { rollout, objective, kind, imitation } = spec
  if (kind === 'supervised' && objective.loss !== 'cross_entropy') {
    return invalid('objective.loss', `objective.loss is ${objective.loss} but a supervised run learns by cross_entropy.`)
  }
  if (kind === 'reinforcement' && objective.loss === 'cross_entropy') {
    return invalid(
      'objective.loss',
      'objective.loss is cross_entropy but a run by rewards needs one of importance_sampling, ppo, cispo, dro, gspo, decoupled_ppo.',
    )
  }
  if (kind === 'reinforcement' && rollout.groupSize < 2) {
    return invalid('rollout.groupSize', 'rollout.groupSize is 1: advantages compare episodes of a group, so a run by rewards needs at least 2.')
  }
  if (kind === 'supervised' && rollout.groupSize !== 1) {
    return invalid('rollout.groupSize', `rollout.groupSize is ${rollout.groupSize} but a supervised run has one example a group.`)
  }
  if (objective.minibatches > rollout.groups) {
    return invalid('objective.minibatches', `objective.minibatches is ${objective.minibatches}, more than the ${rollout.groups} groups that it divides.`)
  }
  if (spec.controls.includes('swapped') && spec.agents.adapters !== 'separate') {
    return invalid('controls', 'controls names swapped, but all learners share one adapter: set agents.adapters to separate.')
  }
  if (spec.adapter.from !== '' && spec.agents.adapters === 'separate') {
    return invalid('adapter.from', 'adapter.from names one checkpoint, but agents.adapters is separate: a run of several adapters starts fresh.')
  }
  if (kind === 'supervised' && rollout.staleness > 0) {
    return invalid('rollout.staleness', `rollout.staleness is ${rollout.staleness} but a supervised run samples nothing.`)
  }
  if (kind === 'supervised' && rollout.deadline > 0) {
    return invalid('rollout.deadline', `rollout.deadline is ${rollout.deadline} but a supervised run asks nobody.`)
  }
  if (rollout.pace === 'asynchronous' && spec.environment.source !== '') {
    return invalid('rollout.pace', 'rollout.pace is asynchronous, but an authored environment is asked once a step for all episodes: they step together.')
  }
  if (kind === 'supervised' && imitation.steps > 0) {
    return invalid('imitation.steps', `imitation.steps is ${imitation.steps} but a supervised run learns from examples throughout.`)
  }
  if (imitation.steps > 0 && rollout.staleness > 0) {
    return invalid('imitation.steps', `imitation.steps is ${imitation.steps} but with staleness a version plays that has not learned yet.`)
  }
  if (imitation.steps > spec.steps) {
    return invalid('imitation.steps', `imitation.steps is ${imitation.steps}, more than the ${spec.steps} steps of the run.`)
  }
  const contradiction = reloadsContradiction(spec)
  if (contradiction !== null) return invalid('environment.reloads', contradiction)
  if (rollout.refresh === 'interrupt' && rollout.staleness === 0) {
    return invalid('rollout.refresh', 'rollout.refresh is interrupt, but without staleness there is no newer version to go on with.')
  }
  if (rollout.maxTokensPerEpisode < rollout.maxTokensPerTurn) {
    return invalid(
      'rollout.maxTokensPerEpisode',
      `rollout.maxTokensPerEpisode is ${rollout.maxTokensPerEpisode}, less than one turn's ${rollout.maxTokensPerTurn}.`,
    )
  }
  return ok(spec)
}
