// Runs a command for so long and no longer: at its limit it is asked to end, and what has not ended some seconds later is killed
// with everything that it started. Knows nothing of what the command is.

import { type ChildProcess, spawn } from 'node:child_process'

export interface LimitedCommand {
  /** What Node runs: a file and its arguments. */
  readonly node: readonly string[]
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
  /** Seconds by the clock. */
  readonly limit: number
  /** Seconds from the request to end until the kill: time to write a report. */
  readonly grace: number
}

export interface CommandEnd {
  /** 1 where the command ended by a signal or could not start. */
  readonly exitCode: number
  /** Whether it was ended: by its limit, or because this process was told to end. */
  readonly cut: 'limit' | 'interrupt' | null
}

/** The output goes to stderr, both streams of it. Never rejects. */
export function runLimited({ node, cwd, environment, limit, grace }: LimitedCommand): Promise<CommandEnd> {
  return new Promise((done) => {
    // A group of its own, so that a hung worker of the command goes with it.
    const child = spawn(process.execPath, [...node], { cwd, stdio: ['ignore', 2, 2], env: environment, detached: true })
    let cut: CommandEnd['cut'] = null
    let kill: NodeJS.Timeout | undefined
    const end = (reason: 'limit' | 'interrupt'): void => {
      cut ??= reason
      child.kill('SIGINT')
      kill ??= setTimeout(() => killGroup(child), grace * 1000)
    }
    const interrupt = (): void => end('interrupt')
    const timer = setTimeout(() => end('limit'), limit * 1000)
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    const finish = (exitCode: number): void => {
      clearTimeout(timer)
      clearTimeout(kill)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      if (cut !== null) killGroup(child)
      done({ exitCode, cut })
    }
    child.on('error', () => finish(1))
    child.on('exit', (code) => finish(code ?? 1))
  })
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
