// npm start: the built page on this machine. Builds when needed, serves, prints the address, opens the browser
// of the desktop if there is one.

import { parseCommandLine, runCommand, say, wholeNumber } from './command/command.ts'
import { ensureBuilt } from './page/built.ts'
import { openInDesktopBrowser } from './page/open.ts'
import { serveFolder } from './page/serve.ts'

const PREFERRED_PORT = 4173

await runCommand(async (args) => {
  const { values } = parseCommandLine(args, { port: { type: 'string' }, 'no-open': { type: 'boolean' } }, 'npm start -- [--port N] [--no-open]')
  const port = wholeNumber(values.port, '--port', 1, 65535)
  const dist = await ensureBuilt(say)
  const nearby = Array.from({ length: 20 }, (_, i) => PREFERRED_PORT + i)
  const site = await serveFolder(dist, { ports: port === undefined ? [...nearby, 0] : [port] })
  process.stdout.write(`Tokenloom is at ${site.url}\nPress Ctrl-C to stop.\n`)
  if (values['no-open'] !== true) openInDesktopBrowser(site.url)
  await new Promise<void>((stop) => {
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
  await site.close()
  return 0
})
