// npm start: the built page on this machine. Builds when needed, serves, prints the address, opens the browser
// of the desktop if there is one.

import { parseCommandLine, runCommand, say, wholeNumber } from './command/command.ts'
import { ensureBuilt } from './page/built.ts'
import { openInDesktopBrowser } from './page/open.ts'
import { serveFolder } from './page/serve.ts'

const PREFERRED_PORT = 4173
const USAGE = 'npm start -- [--port N] [--no-open]'
const HELP = `
Builds the page where a source changed, serves it on this machine, and opens it where there is a desktop.

  --port N     this port and no other; without it ${PREFERRED_PORT}, or the next free one
  --no-open    prints the address and opens nothing`

await runCommand(async (args) => {
  const { values } = parseCommandLine(args, { port: { type: 'string' }, 'no-open': { type: 'boolean' } }, USAGE, HELP)
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
