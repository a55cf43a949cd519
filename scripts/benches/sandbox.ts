// The bench `sandbox`: what the two walls cost. The built-in rules are bundled into one source, so that the same rules run here and in
// the interpreter: steps a second of gomoku under random play, one call at a time and in batches; and training steps in the page,
// built in and authored in turn. `share` is the time that a step waits for the sandbox over the time of the step, `processorShare` the
// processor time of the sandbox's process over that of the whole browser meanwhile: what is worked out while the step learns is in it.

import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { at } from '../../src/base/assert.ts'
import type { Json } from '../../src/base/json.ts'
import { createRng } from '../../src/base/random.ts'
import { unwrap } from '../../src/base/result.ts'
import type { EnvironmentDefinition } from '../../src/environments/contract.ts'
import type { Foresight } from '../../src/environments/foresight.ts'
import { gomoku } from '../../src/environments/gomoku/gomoku.ts'
import { createPlay } from '../../src/environments/play.ts'
import type { StepDurations } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { presetSpec } from '../../src/record/spec-schema.ts'
import { type AuthoredEnvironment, openAuthoredEnvironment } from '../../src/sandbox/authored-environment.ts'
import { createToldEnvironment } from '../../src/sandbox/told-environment.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, root, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { findBrowser } from '../page/browser.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { type DrivenPage, driveBrowser } from '../train/drive.ts'

const USAGE = 'npm run bench -- sandbox [--engine wgsl|cpu|auto] [--steps N] [--pairs N] [--plays N] [--presets arithmetic,gomoku] [--json]'
/** The presets whose steps are measured: the default one, and games of many turns. */
const GOMOKU = { preset: 'gomoku', file: 'gomoku/gomoku.ts', name: 'gomoku' } as const
const ARITHMETIC = { preset: 'arithmetic', file: 'arithmetic/arithmetic.ts', name: 'arithmetic' } as const
const PRESETS = [ARITHMETIC, GOMOKU]
/** Of a step of the default preset, the greatest part that may be waited for the sandbox. */
const SHARE_LIMIT = 0.05

const short = (value: number): number => Number(value.toPrecision(4))

/** Built-in rules and all that they import, as one source that an author could have written, under a name of its own. */
async function sourceOf({ file, name }: { readonly file: string; readonly name: string }): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(root, 'src/environments', file), formats: ['es'] },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as readonly [{ readonly output: readonly { readonly code?: string }[] }]
  const code = (output[0]?.code ?? '').replaceAll(`${name}-v1`, `${name}-authored-v1`)
  return `${code}\nexport { ${name} as default }\n`
}

interface Speed {
  readonly turns: number
  readonly milliseconds: number
}

/** Plays of one seed at random legal actions, all in step; processor time, so that a busy machine does not count. */
async function speedOf(definition: EnvironmentDefinition, plays: number, foresight?: Foresight): Promise<Speed> {
  const config = unwrap(definition.parseConfig({}))
  const wishes = { masks: true, masters: false, everybody: false }
  const start = process.cpuUsage()
  const begins = Array.from({ length: plays }, (_, play) => ({ config, split: 'train' as const, start: createRng([5, 1], play) }))
  const starts = foresight === undefined ? begins.map((begin) => begin.start) : await foresight.begin(begins, wishes)
  const open = starts.map((rng, play) => createPlay(definition, { config, split: 'train', start: rng, chance: createRng([5, 2], play) }))
  let turns = 0
  for (;;) {
    const going = open.filter((play) => play.waiting().length > 0)
    if (going.length === 0) break
    const texts = going.map((play, index) =>
      Object.fromEntries(
        play.waiting().map((agent) => {
          play.prompt(agent)
          const legal = definition.legalActions(play.state(), agent)
          const action: Json = legal.kind === 'list' ? at(legal.actions, createRng([5, 3], turns, index).integer(legal.actions.length)) : null
          return [agent, definition.format(action)]
        }),
      ),
    )
    await foresight?.turns(
      going.map((play, index) => play.ahead(at(texts, index))),
      wishes,
    )
    for (const [index, play] of going.entries()) play.submit(at(texts, index))
    turns += going.length
  }
  const { user, system } = process.cpuUsage(start)
  return { turns, milliseconds: (user + system) / 1000 }
}

const perSecond = ({ turns, milliseconds }: Speed): number => short((turns * 1000) / milliseconds)

function toldOf(environment: AuthoredEnvironment) {
  // Text crosses the port as it is.
  return createToldEnvironment(environment.registration, async (visits) => unwrap(environment.answer(visits)))
}

interface Shares {
  readonly [figure: string]: number | null
  /** Milliseconds of a step, and of it: between the policy's answers, and waiting for the sandbox. */
  readonly step: number
  readonly environment: number
  readonly waited: number
  readonly share: number
  readonly environmentShare: number
  /** Null where the frame has no process of its own. */
  readonly processorShare: number | null
  /** Milliseconds of the browser's processes a step: what it takes of the machine, however busy that is. */
  readonly processor: number
}

/** Steps that are left out: code is compiled in them. */
const WARM = 2

/** One run, followed to its end. */
async function trained(browser: Browser, url: string, input: Parameters<DrivenPage['start']>[0]): Promise<Shares> {
  // The page opens in the only context that there is.
  const context = await browser.newContext()
  try {
    const page = await driveBrowser(browser, url)
    const processes = await browser.newBrowserCDPSession()
    const read = async () => (await processes.send('SystemInfo.getProcessInfo')).processInfo.map(({ id, type, cpuTime }) => ({ id, type, seconds: cpuTime }))
    const steps: StepDurations[] = []
    // One at a time: a reading takes as long as a step where the machine is busy.
    const readings: { readonly steps: number; readonly processes: Awaited<ReturnType<typeof read>> }[] = []
    let reading: Promise<void> | null = null
    await page.follow(await page.start(input), (event) => {
      if (event.kind !== 'stepped' || event.arm !== 'policy') return
      steps.push(event.milliseconds)
      if (event.step < WARM || reading !== null) return
      const count = steps.length
      reading = read().then((found) => {
        readings.push({ steps: count, processes: found })
        reading = null
      })
    })
    await reading
    await processes.detach()
    const { steps: counted, spent } = spentBetween(readings)
    // The page's own process works most; of the others that could show something only the frame's does any work.
    const [, ...others] = spent.filter(({ renders }) => renders).sort((a, b) => b.seconds - a.seconds)
    const sum = (some: readonly { readonly seconds: number }[]): number => some.reduce((total, { seconds }) => total + seconds, 0)
    const mean = (of: (step: StepDurations) => number): number =>
      steps.slice(WARM).reduce((total, step) => total + of(step), 0) / Math.max(steps.length - WARM, 1)
    const [step, environment, waited] = [mean(({ total }) => total), mean((one) => one.environment), mean(({ sandbox = 0 }) => sandbox)]
    const own = sum(others)
    return {
      ...{ step: short(step), environment: short(environment), waited: short(waited) },
      share: short(waited / step),
      environmentShare: short(environment / step),
      processorShare: input.source === undefined || own > 0 ? short(own / sum(spent)) : null,
      // Of the steps between the readings alone.
      processor: short((1000 * sum(spent)) / Math.max(counted, 1)),
    }
  } finally {
    await context.close()
  }
}

interface Reading {
  readonly steps: number
  readonly processes: readonly { readonly id: number; readonly type: string; readonly seconds: number }[]
}

/** What the processes spent between the first reading and the last one before the sandbox was closed, which ends with the run. */
function spentBetween(readings: readonly Reading[]): {
  readonly steps: number
  readonly spent: readonly { readonly renders: boolean; readonly seconds: number }[]
} {
  const first = readings[0]
  if (first === undefined) return { steps: 0, spent: [] }
  const renderers = ({ processes }: Reading): number => processes.filter(({ type }) => type === 'renderer').length
  const last = readings.findLast((one) => renderers(one) >= renderers(first)) ?? first
  const before = new Map(first.processes.map(({ id, seconds }) => [id, seconds]))
  const spent = last.processes.map(({ id, type, seconds }) => ({ renders: type === 'renderer', seconds: seconds - (before.get(id) ?? 0) }))
  return { steps: last.steps - first.steps, spent }
}

/** The middle run of several, figure by figure. */
function median(runs: readonly Shares[]): Shares {
  const middle = (of: (run: Shares) => number): number =>
    at(
      [...runs.map(of)].sort((a, b) => a - b),
      runs.length >> 1,
    )
  const shares = runs.flatMap(({ processorShare }) => processorShare ?? [])
  return {
    step: middle(({ step }) => step),
    environment: middle(({ environment }) => environment),
    waited: middle(({ waited }) => waited),
    share: middle(({ share }) => share),
    environmentShare: middle(({ environmentShare }) => environmentShare),
    processorShare: shares.length === runs.length ? middle(({ processorShare }) => processorShare ?? 0) : null,
    processor: middle(({ processor }) => processor),
  }
}

export const claim: Claim = {
  summary: 'The cost of the sandbox: steps a second against the built-in gomoku, and its share of a training step.',
  async run({ args, say }) {
    const text = { type: 'string' } as const
    const { values } = parseCommandLine(args, { ...engineOption, steps: text, plays: text, pairs: text, presets: text }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const steps = wholeNumber(values.steps, '--steps', WARM + 1, 1000) ?? 30
    const plays = wholeNumber(values.plays, '--plays', 1, 10_000) ?? 128
    const pairs = wholeNumber(values.pairs, '--pairs', 1, 100) ?? 3
    const presets = PRESETS.filter(({ preset }) => values.presets === undefined || values.presets.split(',').includes(preset))
    const environment = unwrap(await openAuthoredEnvironment(await sourceOf(GOMOKU)))
    const told = toldOf(environment)
    // Once to get warm.
    await speedOf(gomoku, plays)
    await speedOf(told.definition, plays, told.foresight)
    const builtIn = await speedOf(gomoku, plays)
    const single = await speedOf(environment.definition, Math.ceil(plays / 8))
    const batched = await speedOf(told.definition, plays, told.foresight)
    environment.dispose()
    say(`built in ${perSecond(builtIn)}, in the sandbox ${perSecond(batched)} turns a second`)

    const site = await serveFolder(await ensureBuilt(say))
    const browser = await chromium.launch({ ...unwrap(findBrowser({ install: true })), headless: true })
    try {
      const trainingSteps: Record<string, { readonly authored: Shares; readonly builtIn: Shares; readonly stepRatio: number }> = {}
      for (const rules of presets) {
        const spec = unwrap(presetSpec(rules.preset))
        const source = await sourceOf(rules)
        // Games of many turns take long: fewer of their steps.
        const count = rules === ARITHMETIC ? steps : Math.max(WARM + 1, Math.round(steps / 5))
        const evaluation = { problems: 1, every: count }
        const changes = { ...presetChanges(spec), 'evaluation.problems': 1, 'evaluation.every': count, steps: count }
        const authored: Shares[] = []
        const builtInRuns: Shares[] = []
        for (let pair = 0; pair < pairs; pair++) {
          authored.push(await trained(browser, `${site.url}?views=none`, { source, changes, engine }))
          builtInRuns.push(await trained(browser, `${site.url}?views=none`, { spec: { preset: rules.preset, steps: count, evaluation }, engine }))
        }
        const stepRatios = authored.map(({ step }, pair) => step / at(builtInRuns, pair).step).sort((a, b) => a - b)
        const figures = { authored: median(authored), builtIn: median(builtInRuns), stepRatio: short(at(stepRatios, pairs >> 1)) }
        trainingSteps[rules.preset] = figures
        say(`${rules.preset}: a step waits for the sandbox ${figures.authored.share} of its time (${figures.authored.waited} of ${figures.authored.step} ms)`)
      }
      return {
        engine,
        plays,
        pairs,
        turns: batched.turns,
        builtInTurnsPerSecond: perSecond(builtIn),
        sandboxTurnsPerSecond: perSecond(batched),
        sandboxSingleCallTurnsPerSecond: perSecond(single),
        slowdown: short(perSecond(builtIn) / perSecond(batched)),
        trainingSteps,
        shareLimit: SHARE_LIMIT,
        shareHeld: (trainingSteps[ARITHMETIC.preset]?.authored.share ?? 0) <= SHARE_LIMIT,
      }
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

/** What the gomoku preset sets, as changes over the preset of authored runs: which environment stays the source's own affair. */
function presetChanges({ base, rollout, objective, optimizer, evaluation }: RunSpec): Record<string, Json> {
  const flat = (group: string, fields: object): [string, Json][] => Object.entries(fields).map(([name, value]) => [`${group}.${name}`, value as Json])
  return {
    base,
    'imitation.steps': 0,
    ...Object.fromEntries([...flat('rollout', rollout), ...flat('objective', objective), ...flat('optimizer', optimizer), ...flat('evaluation', evaluation)]),
  }
}
