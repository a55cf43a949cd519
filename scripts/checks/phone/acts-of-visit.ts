// What a first visitor on a phone does, one act after the other: views, settings, sheets, tokens; and what is done with a large replay.

import type { Page } from 'playwright'
import { actsOn, type Interaction, tapAt, tapToken } from './interactions.ts'

/** The first visit, with the recording playing: views, settings, sheets, tokens, scrubbing. */
export async function actsOfVisit(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  const views = page.getByRole('navigation', { name: 'Views' })
  const view = (name: string) => views.getByRole('button', { name, exact: true })

  await act('view Settings', () => view('Settings').tap())
  for (const group of ['Base and environment', 'Sampling', 'Objective', 'Optimizer']) {
    await act(`open settings ${group}`, () => page.getByText(group, { exact: true }).first().tap())
  }
  await act('a field of the settings', () => page.getByRole('textbox', { name: /^Steps/ }).tap())
  await act('type into it', () => page.keyboard.type('7'))
  await act('a control', () => page.getByRole('checkbox', { name: /^Random policy/ }).tap())
  await act('view Tokens', () => view('Tokens').tap())
  for (const place of [0, 9, 30]) await act(`card of token ${place}`, () => tapToken(page, place))
  const steps = page.getByRole('slider', { name: 'Step', exact: true })
  for (const share of [0.8, 0.2, 0.6]) await act(`scrub to ${share}`, () => tapAt(page, steps, share))
  await act('next step', () => button('Next step').tap())
  await act('previous step', () => button('Previous step').tap())
  await act('view Charts', () => view('Charts').tap())
  await act('smoothing', () => tapAt(page, page.getByRole('slider', { name: 'Smoothing' }), 0.3))
  for (const sheet of ['Device check', 'Share', 'Tour', 'Help and shortcuts']) {
    await act(`open ${sheet}`, () => button(sheet).tap())
    await page.getByRole('dialog').waitFor()
    await act(`close ${sheet}`, () => page.keyboard.press('Escape'))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await act('theme', () => button(/^Theme/).tap())
  for (const name of ['Timeline', 'Lessons', 'Runs', 'Policies', 'Try it', 'Author', 'Engine']) {
    await act(`menu of views before ${name}`, () => views.getByRole('button', { name: /^More views/ }).tap())
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await act(`view ${name}`, () => page.getByRole('menuitem', { name, exact: true }).tap())
    await act(`view Charts after ${name}`, () => view('Charts').tap())
  }
  return done
}

/** A large replay on view: tokens, their cards, scrubbing, searching, and the other views of it. */
export async function actsOfReplay(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page, 'large replay: ')
  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true })
  for (const place of [0, 5]) await act(`card of token ${place}`, () => tapToken(page, place))
  await act('let go of the token', () => page.keyboard.press('Escape'))
  await act('view Charts', () => view('Charts').tap())
  await act('view Tokens', () => view('Tokens').tap())
  await act('previous step', () => page.getByRole('button', { name: 'Previous step', exact: true }).tap())
  await act('next step', () => page.getByRole('button', { name: 'Next step', exact: true }).tap())
  await act('open the filters', () => page.getByText('Key, search and filters').tap())
  await act('the search', () => page.getByRole('searchbox').first().tap())
  await act('search', () => page.keyboard.type('1'))
  await act('search on', () => page.keyboard.type('2'))
  await act('view Charts again', () => view('Charts').tap())
  return done
}
