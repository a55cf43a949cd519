import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runLimited } from './limited.ts'

/** Long enough for Node to start twice on a busy machine. */
const LIMIT = 6

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function run(script: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'limited-'))
  folders.push(cwd)
  const end = await runLimited({ node: ['-e', script], cwd, environment: process.env, limit: LIMIT, grace: 0.5 })
  return { end, left: (name: string) => readFileSync(join(cwd, name), 'utf8') }
}

test.concurrent('a command within its limit keeps its exit code', async () => {
  expect((await run('process.exit(3)')).end).toEqual({ exitCode: 3, cut: null })
})

test.concurrent('a command at its limit may still write its report', async () => {
  const script = `process.on('SIGINT', () => { require('node:fs').writeFileSync('report', 'half'); process.exit(130) }); setInterval(() => {}, 1000)`
  const { end, left } = await run(script)
  expect(end).toEqual({ exitCode: 130, cut: 'limit' })
  expect(left('report')).toBe('half')
})

test.concurrent('what hears nothing is killed, and so is what it started', async ({ expect }) => {
  const hung = (name: string) => `process.on('SIGINT', () => {}); require('node:fs').writeFileSync('${name}', String(process.pid)); while (true) {}`
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hung('child'))}], { stdio: 'ignore' }); ${hung('parent')}`
  const { end, left } = await run(script)
  expect(end).toEqual({ exitCode: 1, cut: 'limit' })
  for (const name of ['parent', 'child']) {
    const pid = Number(left(name))
    expect(pid).toBeGreaterThan(0)
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  }
})

/** A process that has ended and that nobody waited for still has its number. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
