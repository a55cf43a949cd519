// npm run build: the static page in dist/, which any host can serve.

import { runCommand, say } from './command/command.ts'
import { buildPage } from './page/built.ts'

await runCommand(async () => {
  say(`Built ${await buildPage()}`)
  return 0
})
