// The workflow that publishes the page runs nowhere but on its host, so what can go wrong unseen is held here: that its commands
// exist, that its Node can run them, that it uploads what the build writes, and that its actions run on a Node that runners have.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const workflow = read('.github/workflows/pages.yml')
const { scripts, engines } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; engines: { node: string } }

/** The first major of each action that runs on Node 24; runners have had no Node 20 since September 2026. */
const FIRST_ON_NODE_24: Readonly<Record<string, number>> = {
  'actions/checkout': 5,
  'actions/setup-node': 5,
  'actions/configure-pages': 6,
  'actions/upload-pages-artifact': 5,
  'actions/deploy-pages': 5,
}

const all = (pattern: RegExp): readonly (readonly string[])[] => [...workflow.matchAll(pattern)].map(([, ...groups]) => groups.map((one) => one ?? ''))

test('every command of the workflow is one that the package has', () => {
  const commands = all(/- run: (.+)/g).map(([command]) => command)
  expect(commands[0]).toMatch(/^npm ci\b/)
  expect(existsSync(join(root, 'package-lock.json'))).toBe(true)
  for (const command of commands.slice(1)) {
    const [, script, claim] = /^npm run ([\w-]+)(?: -- ([\w-]+))?$/.exec(command ?? '') ?? []
    expect(Object.keys(scripts), command).toContain(script)
    if (claim !== undefined) expect(existsSync(join(root, 'scripts', script === 'check' ? 'checks' : 'benches', `${claim}.ts`)), command).toBe(true)
  }
  expect(commands).toContain('npm run build')
})

test('its Node is one that the package runs on', () => {
  const [major = Number.NaN] = all(/node-version: (\d+)/g).map(([version]) => Number(version))
  const [, least] = /^>=(\d+)/.exec(engines.node) ?? []
  // A major alone means its newest release, so the least one's own major will do too.
  expect(major).toBeGreaterThanOrEqual(Number(least))
})

test('it uploads the folder that the build writes', () => {
  const [folder] = all(/upload-pages-artifact@v\d+\s+with:\s+path: (\S+)/g).flat()
  expect(read('vite.config.ts')).toContain(`outDir: path('./${folder}')`)
})

test('its actions run on a Node that runners have', () => {
  const used = all(/uses: ([\w/-]+)@v(\d+)/g)
  expect(used.map(([action]) => action).sort()).toEqual(Object.keys(FIRST_ON_NODE_24).sort())
  for (const [action = '', major] of used) expect(Number(major), action).toBeGreaterThanOrEqual(FIRST_ON_NODE_24[action] ?? Number.POSITIVE_INFINITY)
})

test('the deployment waits for the build, has what it needs, and tells its address', () => {
  for (const permission of ['contents: read', 'pages: write', 'id-token: write']) expect(workflow).toContain(`  ${permission}\n`)
  const deploy = workflow.slice(workflow.indexOf('\n  deploy:'))
  expect(deploy).toMatch(/needs: build/)
  expect(deploy).toMatch(/name: github-pages/)
  const [id] = /steps\.(\w+)\.outputs\.page_url/.exec(deploy)?.slice(1) ?? []
  expect(deploy).toMatch(new RegExp(`- id: ${id}\\s+uses: actions/deploy-pages@`))
})
