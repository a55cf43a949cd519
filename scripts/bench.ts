// npm run bench -- NAME [--json]: runs scripts/benches/NAME.ts; without a name, lists what there is.

import type { Claim } from './claims/claim.ts'
import { dispatchClaim } from './claims/dispatch.ts'
import { runCommand, say } from './command/command.ts'

const files = import.meta.glob<{ readonly claim: Claim }>(['./benches/*.ts', '!./benches/*.test.ts'])

await runCommand((args) => dispatchClaim('bench', files, args, { say, print: (line) => process.stdout.write(`${line}\n`) }))
