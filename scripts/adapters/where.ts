// Where a check or bench of adapters runs: an engine on the processor under Node, WGSL in the project's headless Chromium.
// Reads the base's folder for both.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callPage } from '../checks/platforms/call-page.ts'
import { root } from '../command/command.ts'
import type { BaseFiles } from './ground.ts'
import { experiments } from './page.ts'

export function readBase(name: string): BaseFiles {
  const folder = join(root, 'public', 'models', name)
  return { name, files: Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file)).toString('base64')])) }
}

/** Milliseconds that this process computed. */
function processorClock(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Called = typeof experiments
type Input<Name extends keyof Called> = Parameters<Called[Name]>[0]
type Told<Name extends keyof Called> = Parameters<Parameters<Called[Name]>[1]>[0]
type Answer<Name extends keyof Called> = Awaited<ReturnType<Called[Name]>>

export function runWhere<Name extends keyof Called>(name: Name, input: Input<Name>, tell: (told: Told<Name>) => void): Promise<Answer<Name>> {
  if (input.engine !== 'cpu') return callPage<Answer<Name>>('adapters', 'run', { name, input }, tell)
  const call = experiments[name] as (input: Input<Name>, tell: (told: Told<Name>) => void, clock: () => number) => Promise<Answer<Name>>
  return call(input, tell, processorClock)
}
