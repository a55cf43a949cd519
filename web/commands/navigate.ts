// Where the visitor is: kept in the address, so that Back works and a view can be linked. The store follows the
// address, never the other way round.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { checkEventLog } from '../../src/record/event-version.ts'
import type { Arm } from '../../src/record/events.ts'
import { type Address, formatAddress, type Panel, parseAddress, type Tab } from '../state/address.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { isOver, replayRun } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { showOverlays } from './overlay-runs.ts'
import { openRecording } from './play-recording.ts'
import { showTokens } from './show-tokens.ts'
import { storedEvents } from './store.ts'

function address(): Address {
  return parseAddress(location.hash)
}

/** Changes the address; `push` makes a place that Back returns to. */
function go(change: { readonly [K in keyof Address]?: Address[K] | undefined }, push = true): void {
  const merged = Object.fromEntries(Object.entries({ ...address(), ...change }).filter(([, value]) => value !== undefined)) as Address
  const target = formatAddress(merged)
  if (target === location.hash || (target === '#' && location.hash === '')) {
    followAddress()
    return
  }
  if (push) history.pushState(null, '', target)
  else history.replaceState(null, '', target)
  followAddress()
}

export const selectStep = (step: number | null): void => go({ step: step ?? undefined }, false)
export const selectArm = (arm: Arm): void => go({ arm: arm === 'policy' ? undefined : arm, step: undefined })
export const selectTab = (tab: Tab): void => go({ tab: tab === 'charts' ? undefined : tab })
export const openPanel = (panel: Panel | null): void => go({ panel: panel ?? undefined })
export const drawBeside = (runs: readonly string[]): void => go({ with: runs.length === 0 ? undefined : runs }, false)
export const goToRun = (run: string): void => go({ run, step: undefined, arm: undefined })
/** A start that failed leaves no place behind. */
export const backToRun = (run: string | undefined): void => go({ run }, false)

export function watchAddress(): void {
  window.addEventListener('popstate', followAddress)
  followAddress()
}

/** Brings on view what the address names. */
export function followAddress(): void {
  const { run, with: beside = [], arm = 'policy', step = null, tab = 'charts', panel = null } = address()
  workbench.setState({ selection: { arm, step }, tab, panel })
  void showOverlays(beside)
  if (run !== undefined && run !== workbench.getState().run?.id) void openRun(run)
  else void showTokens()
}

/** Redraws a run from its stored log, with the code that draws a live one. */
export async function openRun(id: string): Promise<void> {
  const { run, live, store } = workbench.getState()
  if (store.kind === 'opening') return
  if (live && run !== null && !isOver(run.status)) {
    const error = { code: 'STORE_BUSY', message: 'A run is under way.', nextStep: 'Stop it, or let it finish, before another is opened.' } as const
    workbench.setState({ commandError: error })
    return
  }
  if (id === RECORDED_RUN) return openRecording()
  try {
    const events = await storedEvents(id, 0)
    if (events.length === 0) return
    workbench.setState({
      run: replayRun(id, unwrap(checkEventLog(events))),
      live: false,
      recording: null,
      commandError: null,
      tokenStep: null,
      tokenProblem: null,
    })
    await showTokens()
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}
