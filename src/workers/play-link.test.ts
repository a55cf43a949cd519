import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toErrorData } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import type { RunEvent } from '../record/events.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { bytesOfBlob, readBundle } from '../share/bundle.ts'
import { decodeLink, encodeLink } from '../share/link-codec.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { episodeFacts, playLink } from './play-link.ts'

const text = { tokenizer: { ...asciiTokenizer, stopTokens: (one: string) => [...asciiTokenizer.stopTokens(one)] } }

/** Every recorded episode of a golden bundle's policy. */
async function recorded(name: string) {
  const file = new Blob([readFileSync(join(import.meta.dirname, '../share/testing/bundles', `${name}.tokenloom`))])
  const { events, tokens } = await readBundle(file)
  const started = events.find((event): event is Extract<RunEvent, { kind: 'started' }> => event.kind === 'started')
  if (started === undefined) throw new Error('no start')
  const steps = await Promise.all(
    tokens.filter(({ arm }) => arm === 'turns-policy').map(async ({ content }) => unwrap(decodeTurns(await bytesOfBlob(content)))),
  )
  return steps.flatMap(({ step, turns }) =>
    [...new Set(turns.map(({ episode }) => episode))].map((episode) => ({
      spec: started.spec,
      step,
      episode,
      turns: turns.filter((turn) => turn.episode === episode),
    })),
  )
}

test.each(['sums-with-control', 'three-agents'])('episodes of %s go through a link and come out turn by turn as they were recorded', async (name) => {
  for (const request of await recorded(name)) {
    const facts = episodeFacts(request)
    const link = unwrap(decodeLink(encodeLink({ kind: 'episode', ...facts, config: facts.config as { [key: string]: string } })))
    if (link.kind !== 'episode') throw new Error('no episode')
    const replay = playLink(link, text)
    expect(replay.departs).toBeNull()
    const told = ({ agent, verdict, action, rewards }: (typeof request.turns)[number]) => ({ agent, verdict, action, rewards })
    const whole = request.turns.filter(({ verdict }) => verdict !== 'cut')
    expect(replay.turns.turns.map(told)).toEqual(whole.map(told))
    expect(replay.over).toBe(whole.some(({ stop }) => stop !== undefined))
  }
})

test('what departs from the rules is told, and what was played until then is shown', () => {
  const game = { environment: 'tictactoe-v1', config: {}, seed: 1, group: 0, episode: 0, split: 'train' as const }
  const none = playLink({ ...game, actions: [] }, text)
  expect([none.frames.length, none.over, none.departs]).toEqual([1, false, null])
  const wrong = playLink(
    {
      ...game,
      actions: [
        ['X', 'b2'],
        ['X', 'a1'],
      ],
    },
    text,
  )
  expect(wrong.departs).toContain('O must act')
  expect(wrong.frames.length).toBe(2)
  const noise = playLink({ ...game, actions: [['X', '<img src=x onerror=alert(1)>']] }, text)
  expect(noise.turns.turns.map(({ verdict }) => verdict)).toEqual(['parse_error'])
  expect(
    Object.values(noise.tokens)
      .flat()
      .every(({ mask }) => mask === 0),
  ).toBe(true)
})

test('an environment that is not built in has a code', () => {
  const play = () => playLink({ environment: 'nobody-v1', config: {}, seed: 1, group: 0, episode: 0, split: 'train', actions: [] }, text)
  expect(() => play()).toThrow()
  try {
    play()
  } catch (thrown) {
    expect(toErrorData(thrown).code).toBe('ENVIRONMENT_UNKNOWN')
  }
})
