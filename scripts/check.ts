// npm run check -- NAME [--json]: runs scripts/checks/NAME.ts; without a name, lists what there is.

import type { Claim } from './claims/claim.ts'
import { dispatchClaim } from './claims/dispatch.ts'
import { runCommand, say } from './command/command.ts'

const files = import.meta.glob<{ readonly claim: Claim }>(['./checks/*.ts', '!./checks/*.test.ts'])

await runCommand((args) => dispatchClaim('check', files, args, { say, print: (line) => process.stdout.write(`${line}\n`) }))
