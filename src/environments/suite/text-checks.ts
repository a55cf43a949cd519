// Checks of the text face: what a policy reads and writes. Parsing must undo formatting, and must survive
// anything that a policy may come up with. Knows no tokens.

import { at } from '../../base/assert.ts'
import { canonicalJson, type Json } from '../../base/json.ts'
import { PICTURE_MARK } from '../../base/picture-mark.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { bytesOfPicture } from '../picture.ts'
import { showTo } from '../play.ts'
import { type PlayOptions, randomText, recordPlay } from './random-play.ts'
import { asWritten, readAs, whereReading } from './told-turn.ts'
import { type CheckVerdict, require, runCheck } from './verdict.ts'

const STRANGE = ['', ' ', '\n', '\0', 'null', '{}', '-1', '1e999', 'NaN', 'é', '\ud800', '\u{1f600}', 'a'.repeat(10_000), '9'.repeat(400), '__proto__']
/** Beyond this many legal actions a sample is checked instead of all. */
const EXHAUSTIVE = 500

export function textChecks(definition: EnvironmentDefinition, seeds: readonly number[], options: PlayOptions): CheckVerdict[] {
  const { stopText } = definition
  return [
    runCheck('every agent to move has a prompt', (seen) => {
      let longest = 0
      for (const seed of seeds) {
        for (const [turn, move] of recordPlay(definition, seed, { ...options, seen }).moves.entries()) {
          for (const agent of move.agents) {
            const { text, pictures } = showTo(definition, move.before, agent)
            require(text.length > 0, `the prompt of ${agent} is empty in turn ${turn + 1}: a policy needs something to read before it writes`)
            const marks = text.split(PICTURE_MARK).length - 1
            require(marks ===
              pictures.length, `the prompt of ${agent} marks ${marks} picture(s) with PICTURE_MARK, and pictures() gives ${pictures.length}, in turn ${turn + 1}`)
            for (const picture of pictures) {
              const bytes = bytesOfPicture(picture)
              require(bytes.ok, bytes.ok ? '' : bytes.error)
            }
            longest = Math.max(longest, text.length)
          }
        }
      }
      return `the longest has ${longest} characters`
    }),
    runCheck('legal actions: formatted, they end in stopText and parse to themselves', (seen) => {
      let count = 0
      for (const seed of seeds) {
        const rng = createRng([seed >>> 0, 0x74657874])
        for (const [turn, move] of recordPlay(definition, seed, { ...options, seen }).moves.entries()) {
          for (const agent of move.agents) {
            const legal = definition.legalActions(move.before, agent)
            const all: readonly Json[] = legal.kind === 'list' ? legal.actions : [move.actions[agent] ?? null]
            require(all.length > 0, () => `${agent} is to move and has no legal action ${whereReading(definition, move.before, agent, turn)}`)
            require(new Set(all.map(canonicalJson)).size === all.length, () =>
              `the legal actions of ${agent} repeat one, ${asWritten(definition, repeated(all))}, ${whereReading(definition, move.before, agent, turn)}`)
            const chosen = all.length <= EXHAUSTIVE ? all : Array.from({ length: EXHAUSTIVE }, () => at(all, rng.integer(all.length)))
            for (const action of chosen) {
              const text = definition.format(action)
              require(text.indexOf(stopText) === text.length - stopText.length, () =>
                `format() writes ${JSON.stringify(text).slice(0, 80)}, which does not hold stopText (${JSON.stringify(stopText)}) once, at its end`)
              const parsed = definition.parse(text, definition.observe(move.before, agent))
              require(parsed.ok && canonicalJson(parsed.value) === canonicalJson(action), () =>
                `${JSON.stringify(text).slice(0, 80)}, as format() writes it, does not parse to its action ${whereReading(definition, move.before, agent, turn)} (${readAs(parsed)}): parse() gets the text with stopText at its end`)
              count++
            }
          }
        }
      }
      return `${count} action(s)`
    }),
    runCheck('any text is parsed or refused, never thrown', (seen) => {
      for (const seed of seeds) {
        const rng = createRng([seed >>> 0, 0x66757a7a])
        const play = recordPlay(definition, seed, { ...options, seen })
        const agent = at(definition.agents(play.first), 0)
        const observation = definition.observe(play.first, agent)
        for (const text of [...STRANGE, randomText(definition, rng)]) {
          definition.parse(text, observation)
          definition.parse(text + stopText, observation)
        }
      }
      return `${STRANGE.length * 2 + 2} strange text(s) a play`
    }),
  ]
}

/** The first that stands twice among them. */
const repeated = (all: readonly Json[]): Json => {
  const texts = all.map(canonicalJson)
  return all.find((_, place) => texts.indexOf(texts[place] ?? '') !== place) ?? null
}
