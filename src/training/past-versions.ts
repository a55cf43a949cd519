// The versions of an adapter that a run keeps beside the newest: those that rollouts lag behind with, and a pool of past selves
// to play against. A version is kept with its state, so that a checkpoint can hold it and a run that goes on finds it again.

import type { RunSpec } from '../record/spec.ts'
import type { CheckpointData, SnapshotInfo, TrainingService } from '../service/index.ts'

export interface PastVersion {
  /** The steps that were done when it was the newest. */
  readonly step: number
  readonly snapshot: SnapshotInfo
  readonly state: CheckpointData
}

/** The versions of one adapter that a run holds. */
export interface VersionHolder {
  /** The newest. Null only until it is first saved. */
  snapshot: SnapshotInfo | null
  /** Older versions that somebody still reads, oldest first. */
  past: readonly PastVersion[]
}

export const keepsPast = ({ rollout, agents }: RunSpec): boolean => rollout.staleness > 0 || agents.others === 'past'

/** The steps whose versions are still read once `done` steps are done, the newest left out. */
function stepsToKeep({ rollout, agents }: RunSpec, done: number): ReadonlySet<number> {
  const lagging = Array.from({ length: rollout.staleness }, (_, lag) => Math.max(0, done - 1 - lag))
  return new Set([...lagging, ...poolSteps({ agents }, done)].filter((step) => step < done))
}

/** The steps of the pool, oldest first: the base's own version, and one every so many steps, as many as the pool holds. */
function poolSteps({ agents }: Pick<RunSpec, 'agents'>, done: number): readonly number[] {
  if (agents.others !== 'past') return []
  const joined = Array.from({ length: Math.floor(done / agents.poolEvery) + 1 }, (_, index) => index * agents.poolEvery)
  return joined.slice(-agents.poolSize)
}

/** What the rollout of step `step` (from 1) reads: the newest version, or the one that the staleness allows. */
export function rolloutVersion({ rollout }: RunSpec, learner: VersionHolder, step: number): SnapshotInfo | null {
  const wanted = Math.max(0, step - 1 - rollout.staleness)
  return wanted === step - 1 ? learner.snapshot : (learner.past.find((version) => version.step === wanted)?.snapshot ?? learner.snapshot)
}

/**
 * What a rollout of step `step` that newer versions interrupt reads at own turn `turn` (from 0) of its episodes: one version newer
 * a turn, up to the newest.
 */
export function interruptedVersion({ rollout }: RunSpec, learner: VersionHolder, step: number, turn: number): SnapshotInfo | null {
  const wanted = Math.min(Math.max(0, step - 1 - rollout.staleness) + turn, step - 1)
  return wanted === step - 1 ? learner.snapshot : (learner.past.find((version) => version.step === wanted)?.snapshot ?? learner.snapshot)
}

/** The past versions that may sit in a seat at step `step`, oldest first; the newest where none is older. */
export function poolOf(spec: RunSpec, learner: VersionHolder, step: number): readonly SnapshotInfo[] {
  const steps = poolSteps(spec, step - 1)
  const pool = learner.past.filter((version) => steps.includes(version.step)).map(({ snapshot }) => snapshot)
  return pool.length > 0 || learner.snapshot === null ? pool : [learner.snapshot]
}

/** After step `done`: what was the newest version before it joins the past, and what nobody reads any more is released. */
export async function turnVersion(spec: RunSpec, service: TrainingService, learner: VersionHolder, before: PastVersion | null, done: number): Promise<void> {
  const steps = stepsToKeep(spec, done)
  const all = before === null ? learner.past : [...learner.past, before]
  learner.past = all.filter(({ step }) => steps.has(step))
  const held = new Set([learner.snapshot?.id, ...learner.past.map(({ snapshot }) => snapshot.id)])
  const dropped = new Set(all.filter(({ step }) => !steps.has(step)).map(({ snapshot }) => snapshot.id))
  for (const id of dropped) if (!held.has(id)) await service.releaseSnapshot(id)
}
