// npm run build: the static page in dist/, which any host can serve.

import { parseCommandLine, runCommand, say } from './command/command.ts'
import { buildPage } from './page/built.ts'

await runCommand(async (args) => {
  parseCommandLine(args, {}, 'npm run build', 'Builds the static page into dist/; any host can serve it, at any path.')
  say(`Built ${await buildPage()}`)
  return 0
})
