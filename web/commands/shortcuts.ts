// Single keys as commands, where nobody is typing. The table is what the help sheet lists; it can be switched off,
// because some people speak or tremble keys that they do not mean.

import { tokenSteps } from '../state/select-tokens.ts'
import { SHORTCUTS, type ShortcutName } from '../state/shortcut-keys.ts'
import { workbench } from '../state/workbench.ts'
import { openPanel, selectStep, selectTab } from './navigate.ts'
import { keepText, keptText } from './preferences.ts'

const KEY = 'tokenloom-single-keys'

const ACTS: Readonly<Record<ShortcutName, () => void>> = {
  help: () => openPanel('help'),
  tokens: () => selectTab('tokens'),
  try: () => selectTab('try'),
  runs: () => selectTab('runs'),
  engine: () => selectTab('engine'),
  search: () => {
    selectTab('tokens')
    requestAnimationFrame(() => focusSearch(LONGEST_WAIT))
  },
  previousStep: () => moveStep(-1),
  nextStep: () => moveStep(1),
}

/** Frames until a view that is asked for stands there, at most. */
const LONGEST_WAIT = 60

function focusSearch(frames: number): void {
  const search = document.getElementById('token-search')
  // On narrow screens it lies folded away.
  search?.closest('details')?.setAttribute('open', '')
  search?.focus()
  if ((search === null || document.activeElement !== search) && frames > 0) requestAnimationFrame(() => focusSearch(frames - 1))
}

export function watchShortcuts(): void {
  workbench.setState({ singleKeys: keptText(KEY) !== 'off' })
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    if (!workbench.getState().singleKeys || workbench.getState().panel !== null) return
    const found = SHORTCUTS.find(({ key }) => key === event.key)
    if (found === undefined) return
    event.preventDefault()
    ACTS[found.name]()
  })
}

export function setSingleKeys(on: boolean): void {
  workbench.setState({ singleKeys: on })
  keepText(KEY, on ? 'on' : 'off')
}

function moveStep(offset: number): void {
  const { run, selection, tokenStep } = workbench.getState()
  if (run === null) return
  const steps = tokenSteps(run, selection.arm)
  const place = steps.indexOf(selection.step ?? tokenStep?.step ?? steps.at(-1) ?? 0)
  const step = steps[Math.max(0, Math.min(steps.length - 1, place + offset))]
  if (step !== undefined) selectStep(step)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|range|button)$/.test(target.type)
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
}
