// A run that a journey starts as a script does, through the page's automation object: for journeys whose subject is not the pressing.

import type { Page } from '@playwright/test'

export interface Polled<Event> {
  readonly status: string
  readonly events: readonly Event[]
  readonly error?: { readonly code: string; readonly at?: string; readonly message: string }
}

interface Automation<Event> {
  start(input: object): Promise<{ readonly run: string }>
  poll(run: string, from: number): Promise<Polled<Event>>
}

/** The name of the run. Waits until the page can be asked; rejects with what it refuses. */
export async function startRun(page: Page, input: object): Promise<string> {
  await page.waitForFunction(() => Reflect.has(globalThis, 'tokenloom'))
  return page.evaluate(async (given) => {
    const automation: Automation<unknown> = Reflect.get(globalThis, 'tokenloom')
    return (await automation.start(given)).run
  }, input)
}

/** How a run stands, and its whole log, of whose events the journey reads what `Event` names. */
export const pollRun = <Event>(page: Page, run: string): Promise<Polled<Event>> =>
  page.evaluate((id) => {
    const automation: Automation<Event> = Reflect.get(globalThis, 'tokenloom')
    return automation.poll(id, 0)
  }, run)
