// The two paces of a batch. In lock step all episodes are asked together and step together: the greatest batches for an
// engine. Asynchronously an episode goes on as soon as its own agents have answered, and a slow tool, script or person
// holds nobody else up. What an episode becomes is the same at either pace: nothing in it depends on who else is open.

import { at } from '../base/assert.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { askPlayers, type Seat } from './ask-players.ts'
import type { Course } from './course.ts'
import { beforeDeadline, type Deadline } from './deadline.ts'
import type { Sampler } from './sampler.ts'
import type { Written } from './written-turn.ts'

export type Pace = 'lockstep' | 'asynchronous'

export interface AskedAhead {
  wrote(course: Course): void
  allWrote(): void
  /** Awaited before the course steps; null where there is nothing to wait for. */
  told(course: Course): Promise<void> | null
}

export interface PaceSetting {
  readonly definition: EnvironmentDefinition
  readonly deadline?: Deadline
  /** Prompts are given; questions go out now, of one wave where all episodes are in it together. */
  readonly asking: (wave?: number) => void
  /** Answers have come and are written; the environments have not stepped. */
  readonly answered: () => void
  /** Brings what a step will ask, where the rules live elsewhere. */
  readonly ahead?: AskedAhead
  /** Awaited between two steps of the batch. */
  readonly between: () => Promise<void>
  /** For durations alone. */
  readonly now: () => number
  /** When a seat was asked, and how long it took to answer or to be given up. */
  readonly took: (seat: Seat, asked: number, milliseconds: number) => void
}

/** Every seat's answer or silence, and the time that it took. */
function ask(seats: readonly Seat[], { definition, deadline, now, took }: PaceSetting): Promise<Written[]> {
  const start = now()
  return Promise.all(
    askPlayers(seats, definition).map(async (promise, index) => {
      const seat = at(seats, index)
      const answer = await beforeDeadline(promise, seat, deadline)
      took(seat, start, now() - start)
      return answer
    }),
  )
}

export async function inLockStep(courses: readonly Course[], setting: PaceSetting): Promise<void> {
  const { ahead } = setting
  for (;;) {
    const asked: { readonly course: Course; readonly seats: readonly Seat[] }[] = []
    for (const course of courses) {
      if (course.host.over()) continue
      const told = ahead?.told(course) ?? null
      if (told !== null) await told
      const seats = course.ask()
      if (seats !== null) asked.push({ course, seats })
    }
    if (asked.length === 0) return
    setting.asking(Math.max(...asked.map(({ course }) => course.wave())))
    const seats = asked.flatMap((one) => one.seats)
    const answers = await ask(seats, setting)
    let from = 0
    for (const { course, seats: own } of asked) {
      course.write(answers.slice(from, from + own.length))
      from += own.length
      ahead?.wrote(course)
    }
    ahead?.allWrote()
    setting.answered()
    await setting.between()
  }
}

/**
 * Seats of one sampler that are ready together share a request, and a sampler has one request under way: what becomes
 * ready meanwhile goes with the next. Rejects as soon as an answer does; answers that come later are dropped.
 */
export function asynchronously(courses: readonly Course[], setting: PaceSetting): Promise<void> {
  const { asking, answered, between } = setting
  const busy = new Set<Sampler>()
  const ready = new Map<Sampler, Seat[]>()
  const open = new Map<Course, { readonly seats: readonly Seat[]; readonly answers: Map<Seat, Written> }>()
  const courseOf = new Map<Seat, Course>()
  let failed = false

  return new Promise((resolve, reject) => {
    const refuse = (thrown: unknown): void => {
      failed = true
      reject(thrown)
    }
    const answer = async (seats: readonly Seat[]): Promise<void> => {
      const answers = await ask(seats, setting)
      if (failed) return
      seats.forEach((seat, index) => {
        const course = courseOf.get(seat)
        if (course !== undefined) open.get(course)?.answers.set(seat, at(answers, index))
        courseOf.delete(seat)
      })
    }
    const send = (seats: readonly Seat[], sampler?: Sampler): void => {
      if (sampler !== undefined) busy.add(sampler)
      answer(seats)
        .then(async () => {
          if (sampler !== undefined) busy.delete(sampler)
          if (failed) return
          await between()
          goOn()
        })
        .catch(refuse)
    }
    /** Writes what is complete, asks on, and sends what is ready. */
    const goOn = (): void => {
      const complete = [...open].filter(([, { seats, answers }]) => answers.size === seats.length)
      for (const [course, { seats, answers }] of complete) {
        open.delete(course)
        course.write(seats.flatMap((seat) => answers.get(seat) ?? []))
      }
      if (complete.length > 0) answered()
      advance(complete.map(([course]) => course))
    }
    const advance = (some: readonly Course[]): void => {
      const single: Seat[] = []
      for (const course of some) {
        const seats = course.host.over() ? null : course.ask()
        if (seats === null) continue
        open.set(course, { seats, answers: new Map() })
        for (const seat of seats) {
          courseOf.set(seat, course)
          if (seat.player.kind !== 'policy') {
            single.push(seat)
            continue
          }
          const others = ready.get(seat.player.sampler)
          if (others === undefined) ready.set(seat.player.sampler, [seat])
          else others.push(seat)
        }
      }
      if (open.size === 0) {
        resolve()
        return
      }
      if (some.length > 0) asking()
      for (const seat of single) send([seat])
      for (const [sampler, seats] of ready) {
        if (busy.has(sampler)) continue
        ready.delete(sampler)
        send(seats, sampler)
      }
    }
    try {
      advance(courses)
    } catch (thrown) {
      refuse(thrown)
    }
  })
}
