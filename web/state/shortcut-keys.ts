// Which key is which command. Data only: the acts are in web/commands/shortcuts.ts, the words in web/text/help.ts.

export type ShortcutName = 'help' | 'tokens' | 'try' | 'runs' | 'engine' | 'search' | 'previousStep' | 'nextStep'

export const SHORTCUTS: readonly { readonly key: string; readonly name: ShortcutName }[] = [
  { key: '?', name: 'help' },
  { key: '1', name: 'tokens' },
  { key: '2', name: 'try' },
  { key: '3', name: 'runs' },
  { key: '4', name: 'engine' },
  { key: '/', name: 'search' },
  { key: '[', name: 'previousStep' },
  { key: ']', name: 'nextStep' },
]
