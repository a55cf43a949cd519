// Opens an address in the desktop's browser, where there is a desktop. Never fails for the lack of one, and
// never keeps the process alive. Knows nothing of what is served there.

import { spawn } from 'node:child_process'

/** The program that opens an address on this system, or nothing where no desktop is to be seen. */
export function openerOf(platform: NodeJS.Platform, environment: Readonly<Record<string, string | undefined>>): readonly string[] | undefined {
  if (environment['CI'] !== undefined) return undefined
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['cmd', '/c', 'start', '""']
  return environment['DISPLAY'] !== undefined || environment['WAYLAND_DISPLAY'] !== undefined ? ['xdg-open'] : undefined
}

export function openInDesktopBrowser(url: string): void {
  const [program, ...args] = openerOf(process.platform, process.env) ?? []
  if (program === undefined) return
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined) // the address is on the screen; that is enough
  child.unref()
}
