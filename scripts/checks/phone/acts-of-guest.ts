// What somebody on a phone does who came by a link: a lesson in a class, a game that a friend sent or a new one, a look at what a link
// holds, sending one, and the views of the page that a first visit passes by. One act after the other.

import type { Page } from 'playwright'
import { GOLDEN_LINKS } from '../../../src/share/testing/golden-links.ts'
import { actsOn, type Interaction } from './interactions.ts'

const PATIENCE = { timeout: 60_000 }

/** Begins and ends on the charts. */
export async function actsOfGuest(page: Page): Promise<readonly Interaction[]> {
  return [...(await lessons(page)), ...(await games(page)), ...(await links(page)), ...(await machine(page))]
}

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function turnTo(page: Page, view: string): Promise<void> {
  await views(page)
    .getByRole('button', { name: /^More views/ })
    .tap()
  await page.getByRole('menuitem', { name: view, exact: true }).tap()
}

async function lessons(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page, 'lesson: ')
  await turnTo(page, 'Lessons')
  await act('begin', () => page.getByRole('link', { name: 'Begin: A broken coordinator caught' }).tap(PATIENCE))
  for (const step of ['first', 'second']) {
    await act(`predict at the ${step} step`, () => page.getByRole('radio').first().tap(PATIENCE))
    await act(`reveal at the ${step} step`, () => button(page, 'Show what happens').tap())
    const result = page.getByRole('region', { name: 'What happened' })
    await act(`on from the ${step} step`, () => result.getByRole('link', { name: /^Next step/ }).tap(PATIENCE))
  }
  await act('all lessons', () => page.getByRole('link', { name: 'All lessons' }).tap(PATIENCE))
  await act('begin another', () => page.getByRole('link', { name: 'Begin: Reading attention' }).tap(PATIENCE))
  await act('all lessons again', () => page.getByRole('link', { name: 'All lessons' }).tap(PATIENCE))
  await act('leave', () => button(page, 'Charts').tap())
  return done
}

async function games(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page, 'games: ')
  const game = page.getByTestId('game')
  await act('menu of views', () =>
    views(page)
      .getByRole('button', { name: /^More views/ })
      .tap(),
  )
  await act('view Games', () => page.getByRole('menuitem', { name: 'Games', exact: true }).tap())
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Tic-tac-toe' }, PATIENCE)
  await page.getByRole('combobox', { name: 'Against' }).selectOption({ label: 'Random moves' })
  await act('new game', () => button(page, 'New game').tap())
  const free = game.getByRole('gridcell', { name: /free, may be played/ })
  for (const place of ['first', 'second']) await act(`the ${place} move`, () => free.first().tap(PATIENCE))
  await free.first().waitFor(PATIENCE)
  await act('take a move back', () => game.getByRole('button', { name: 'Take back' }).tap())
  await act('tokens of the game', () => page.getByText('Tokens of this game').tap())
  for (const mode of ['Wall', 'League', 'Play']) {
    await act(mode, () => page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: mode, exact: true }).tap())
  }
  await act('leave', () => button(page, 'Charts').tap())
  return done
}

async function links(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page, 'link: ')
  const preview = page.getByTestId('link-preview')
  const follow = async (name: string): Promise<void> => {
    const golden = GOLDEN_LINKS.find((one) => one.name === name)
    if (golden === undefined) throw new Error(`There is no golden link "${name}".`)
    await page.evaluate((link) => {
      location.hash = link
    }, golden.link)
    await preview.waitFor(PATIENCE)
  }
  await follow('an episode of a run, as the second version writes it')
  await act('play an episode', () => preview.getByRole('button', { name: /^Play/ }).tap())
  await preview.getByRole('button', { name: 'Previous', exact: true }).waitFor(PATIENCE)
  for (const way of ['Previous', 'Next']) await act(`turn ${way}`, () => preview.getByRole('button', { name: way, exact: true }).tap())
  await act('close the episode', () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap())
  await follow('a run whose authored source comes with it, in two versions')
  await act('the source of a run', () => preview.locator('summary').first().tap())
  await act('close the run', () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap())
  await follow('a place in the recorded run')
  await act('go to a place', () => preview.getByRole('button', { name: 'Go there' }).tap())
  // The place has a sheet open.
  await act('close what the place shows', () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap(PATIENCE))
  await act('open Share', () => button(page, 'Share').tap())
  await act('copy a link', () => page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().tap())
  await act('for a page of one’s own', () => page.getByRole('dialog').getByText('For a page of your own').first().tap())
  await act('close Share', () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap())
  await act('to the charts', () => button(page, 'Charts').tap())
  return done
}

async function machine(page: Page): Promise<readonly Interaction[]> {
  const { done, act } = actsOn(page)
  for (const view of ['Data', 'Queue', 'Lab']) {
    await act(`menu of views before ${view}`, () =>
      views(page)
        .getByRole('button', { name: /^More views/ })
        .tap(),
    )
    await act(`view ${view}`, () => page.getByRole('menuitem', { name: view, exact: true }).tap())
    await act(`view Charts after ${view}`, () => button(page, 'Charts').tap())
  }
  return done
}
