// The shape of events in a log that a stranger wrote: every field that a screen reads has its type, so that a log can be drawn or
// refused, never half drawn. Fields that are not known are let through: a log may tell more than this page reads.

import { isRecord, type Json } from '../base/json.ts'
import type { RunEvent } from '../record/events.ts'
import { CONTROL_NAMES } from '../record/spec-fields.ts'
import { parseRunSpec } from '../record/spec-schema.ts'

/** Null where the value fits, else the path of what does not. */
type Shape = (value: Json | undefined, path: string) => string | null

const when =
  (fits: (value: Json | undefined) => boolean): Shape =>
  (value, path) =>
    fits(value) ? null : path

const number = when((value) => typeof value === 'number' && Number.isFinite(value))
/** Steps are drawn along an axis. */
const count = when((value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 999_999_999)
const text = when((value) => typeof value === 'string' && value.length <= 20_000)
/** As long as a sandbox reads one (src/sandbox/limits.ts). */
const sourceText = when((value) => typeof value === 'string' && value.length <= 200_000)
const hash = when((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))
const flag = when((value) => typeof value === 'boolean')
const arm = when((value) => value === 'policy' || CONTROL_NAMES.some((name) => name === value))
const optional =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? null : shape(value, path)
const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? null : shape(value, path)
const first = (found: readonly (string | null)[]): string | null => found.find((one) => one !== null) ?? null
const list =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value) ? first((value as readonly Json[]).map((one, i) => shape(one, `${path}.${i}`))) : path
const table =
  (shape: Shape): Shape =>
  (value, path) => {
    if (!isRecord(value)) return path
    return first(Object.entries(value).map(([key, one]) => shape(one, `${path}.${key.slice(0, 40)}`)))
  }
const record =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, path) => {
    if (!isRecord(value)) return path
    return first(Object.entries(shapes).map(([key, shape]) => shape(Object.hasOwn(value, key) ? value[key] : undefined, `${path}.${key}`)))
  }
const numbers = (...names: readonly string[]): Readonly<Record<string, Shape>> => Object.fromEntries(names.map((name) => [name, number]))

const spec: Shape = (value, path) => {
  const parsed = parseRunSpec(value ?? null)
  return parsed.ok ? null : `${path}.${parsed.error.at ?? 'spec'}`
}
const service = record({
  ...{ engine: when((value) => value === 'wgsl' || value === 'cpu'), device: text, software: flag, variants: table(text), shaderHash: text },
  base: record({ name: text, hash: text, ...numbers('parameters', 'contextTokens', 'vocabulary') }),
})
const memory = record({
  items: list(table(when((value) => typeof value === 'string' || typeof value === 'number'))),
  ...numbers('totalBytes', 'limitBytes'),
  fits: flag,
})
const metrics = record({
  ...numbers('loss', 'rewardMean', 'rewardStd', 'entropy', 'klToBase', 'gradNorm', 'clipShare', 'learningRate', 'groups', 'droppedGroups'),
  ...numbers('sampledTokens', 'trainedTokens', 'trainedRows', 'completionTokensMean', 'completionTokensMax', 'truncatedShare', 'logprobGap', 'skippedUpdates'),
  staleness: optional(number),
})
const measured = { ...numbers('sampled', 'sampledError', 'greedy') }
const violation = record({ check: text, name: text, ...numbers('episode', 'turn'), agent: orNull(text), expected: text, found: text, sentence: text })
const turn = record({ ...numbers('wave', 'version'), agent: text, place: optional(text), action: text, verdict: text, rewards: table(number) })
const wait = record({ ...numbers('wave', 'since', 'until'), kind: text, waiting: list(text), for: list(text) })
const audit = record({
  ...numbers('episodes', 'checksHeld', 'violationCount'),
  ...{ held: table(number), violations: list(violation), turns: optional(record({ episode: number, turns: list(turn), waits: list(wait) })) },
})
const span = list(number)
const agentStep = record({
  name: text,
  adapter: orNull(text),
  ...numbers('version', 'episodes', 'reward', 'turns', 'sampledTokens', 'milliseconds'),
  tokensLeft: optional(number),
})
const agentSummary = record({
  ...{ name: text, ...numbers('base', 'final', 'finalGreedy'), controls: table(number) },
  ...{ tokensPerReward: orNull(number), millisecondsPerReward: orNull(number) },
})
const summary = record({
  ...numbers('steps', 'baseSampled', 'baseGreedy', 'final', 'finalGreedy', 'rolloutTokensPerSecond', 'trainTokensPerSecond', 'logprobGap', 'seconds'),
  ...{ controls: table(number), digest: text, agents: optional(list(agentSummary)) },
  audit: optional(record({ ...numbers('checks', 'violations'), first: orNull(violation) })),
})
const reference = { step: count, bytes: number, arm, hash: text }
const step = { step: count }

const SHAPES: Readonly<Record<RunEvent['kind'], Shape>> = {
  started: record({ spec, service, memory, vocabulary: list(text), source: optional(sourceText) }),
  phase: record({
    phase: when((value) => ['preparing', 'evaluating', 'imitating', 'rollout', 'updating', 'control', 'idle'].some((one) => one === value)),
    ...step,
  }),
  evaluated: record({
    evaluation: record({
      ...{ arm, ...step, problems: number, ...measured, agents: optional(list(record({ name: text, ...measured }))) },
      parts: optional(list(record({ name: text, ...numbers('problems', 'sampled', 'greedy') }))),
    }),
    milliseconds: number,
  }),
  states: record({ arm, ...step, counts: table(number), stops: table(number) }),
  stepped: record({
    arm,
    ...step,
    version: number,
    metrics,
    digest: text,
    milliseconds: table(number),
    agents: optional(list(agentStep)),
    imitated: optional(flag),
    unrepeatable: optional(list(number)),
  }),
  audited: record({ ...step, audit }),
  tokens: record({ ref: record({ ...reference, ...numbers('episodes', 'tokens') }) }),
  turns: record({
    ref: record({ ...reference, ...numbers('turns', 'waits') }),
    milliseconds: record({ rollout: span, updating: orNull(span), waves: list(span), turns: optional(list(span)) }),
  }),
  reloaded: record({ ...step, hash, source: sourceText }),
  paused: record(step),
  resumed: record(step),
  checkpointed: record({ ...step, hash: text }),
  continued: record(step),
  finished: record({ summary }),
  stopped: record(step),
  played: record({}),
  failed: record({ error: record({ code: text, message: text, nextStep: text, at: optional(text) }) }),
}

/** Null where the event can be drawn, else the path of the first field that cannot. Its kind has been checked before. */
export function eventComplaint(event: RunEvent): string | null {
  return SHAPES[event.kind](event as unknown as Json, event.kind)
}
