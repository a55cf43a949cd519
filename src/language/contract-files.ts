// The environment contract as text, as the sources of this project state it: what completion, hover and errors know of the module
// `tokenloom` is what the sandbox runs. Files that the contract does not import lie there unread. Data only.

import authoringSource from '../sandbox/authoring.ts?raw'
import runtimeSource from '../sandbox/inside/runtime.ts?raw'

/** What the specifier `tokenloom` stands for. */
export const CONTRACT_ENTRY = '/src/sandbox/authoring.ts'

const BESIDE = import.meta.glob<string>(['../base/*.ts', '../environments/*.ts', '!../base/*.test.ts', '!../environments/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** By path. */
export const CONTRACT_FILES: Readonly<Record<string, string>> = {
  [CONTRACT_ENTRY]: authoringSource,
  '/src/sandbox/inside/runtime.ts': runtimeSource,
  ...Object.fromEntries(Object.entries(BESIDE).map(([path, text]) => [path.replace(/^\.\./, '/src'), text])),
}
