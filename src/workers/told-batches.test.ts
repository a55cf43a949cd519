// Whatever the protocol, a batch whose rules are told of goes exactly as one whose rules are here: same trajectories, same turns, and an
// auditor that follows both. The questions are worked out by the very code that runs inside the interpreter.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { createRng, type Key } from '../base/random.ts'
import { type AuditedBatch, playAudited } from '../coordinator/testing/audited-batch.ts'
import { bytes } from '../coordinator/testing/bytes-tokenizer.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { BUILT_IN_ENVIRONMENTS } from '../environments/registry.ts'
import { type ProtocolOptions, randomProtocol } from '../environments/testing/random-protocol.ts'
import type { Registration } from '../sandbox/authored-environment.ts'
import { definitionFrom } from '../sandbox/definition-from.ts'
import { answerBatch } from '../sandbox/inside/turns.ts'
import { createToldEnvironment } from '../sandbox/told-environment.ts'

const protocols: fc.Arbitrary<ProtocolOptions> = fc.record({
  agents: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('cycle', 'simultaneous', 'computed'),
  rounds: fc.integer({ min: 1, max: 5 }),
  hidden: fc.boolean(),
  leaving: fc.boolean(),
  pay: fc.constantFrom('own', 'next', 'zeroSum', 'last'),
  illegalAction: fc.constantFrom(
    { kind: 'lose', reward: -1 } as const,
    { kind: 'retry', times: 2, reward: -0.5 } as const,
    { kind: 'penalty', reward: -0.25 } as const,
  ),
  listed: fc.boolean(),
})

const registrationOf = (definition: EnvironmentDefinition): Registration => ({
  spec: definition.spec,
  stopText: definition.stopText,
  hooks: Object.entries(definition).flatMap(([name, value]) => (typeof value === 'function' && name !== 'parseConfig' ? [name] : [])),
})

/** The same rules here, with generators made from keys as an interpreter makes them. */
function hereOf(definition: EnvironmentDefinition): EnvironmentDefinition {
  const { parseConfig } = definition
  const hooks = new Map<string, unknown>(Object.entries(definition))
  return { ...definitionFrom(registrationOf(definition), (name, args, key) => answerOf(hooks.get(name), args, key?.())), parseConfig }
}

function answerOf(hook: unknown, args: readonly Json[], key: Key | undefined): Json {
  if (typeof hook !== 'function') throw new Error('a hook that is not there')
  return hook(...args, ...(key === undefined ? [] : [createRng(key)]))
}

/** The same rules at the other end of a port: everything that crosses it is text. */
function toldOf(definition: EnvironmentDefinition) {
  const registration = registrationOf(definition)
  const visits = { count: 0 }
  const told = createToldEnvironment(registration, async (batch) => {
    visits.count++
    const hooksAlone: { readonly [name: string]: unknown } = { ...definition }
    return batch.map(({ request }) => answerBatch(hooksAlone, request, 1e6))
  })
  return { definition: { ...told.definition, parseConfig: definition.parseConfig }, foresight: told.foresight, visits }
}

async function bothWays(batch: AuditedBatch) {
  const here = await playAudited({ ...batch, definition: hereOf(batch.definition) })
  const { definition, foresight, visits } = toldOf(batch.definition)
  const there = await playAudited({ ...batch, definition, foresight })
  return { here, there, visits: visits.count }
}

describe('a batch whose rules are told of', () => {
  it('goes as one whose rules are here, in one visit a step', async () => {
    await fc.assert(
      fc.asyncProperty(protocols, fc.nat(2 ** 31), fc.boolean(), fc.constantFrom(0, 0.3), fc.nat(2), async (protocol, seed, masked, nonsense, scripts) => {
        const batch: AuditedBatch = {
          ...{ definition: randomProtocol(protocol), config: {}, tokenizer: bytes, episodes: 4, seed, masked, nonsense },
          scripted: (agent) => scripts > 0 && agent % (scripts + 1) === scripts,
        }
        const { here, there, visits } = await bothWays(batch)
        expect(there.result.trajectories).toEqual(here.result.trajectories)
        expect(there.result.turnLog).toEqual(here.result.turnLog)
        expect(there.verdict.violations).toEqual([])
        expect(there.verdict.checksHeld).toBe(here.verdict.checksHeld)
        // What a script thinks of that nobody listed is asked for by itself.
        if (scripts === 0 || protocol.listed) expect(visits).toBeLessThanOrEqual(here.result.waves + 2)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('holds for every built-in environment', async () => {
    for (const definition of BUILT_IN_ENVIRONMENTS) {
      if (definition.pictures !== undefined) continue
      const parsed = definition.parseConfig({})
      const batch: AuditedBatch = {
        definition,
        config: parsed.ok ? parsed.value : {},
        tokenizer: bytes,
        episodes: 2,
        seed: 5,
        masked: true,
        maxTokensPerTurn: 16,
      }
      const { here, there } = await bothWays(batch)
      expect(there.result.trajectories, definition.spec.id).toEqual(here.result.trajectories)
      expect(there.verdict.checksHeld, definition.spec.id).toBe(here.verdict.checksHeld)
      expect(there.verdict.violations.length, definition.spec.id).toBe(here.verdict.violations.length)
    }
  }, 120_000)
})
