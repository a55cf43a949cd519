// Lessons: one to its end by keyboard alone, one opened by a link with parts of the page hidden, and every step of all of them
// opened, answered by keyboard under reduced motion, and looked at for whoever cannot see it.

import type { Page } from '@playwright/test'
import { LESSON_IDS, LESSONS } from '../src/lessons/catalogue.ts'
import { axeFindsNothing, expect, test } from './journey.ts'

const PATIENCE = { timeout: 60_000 }

/** Presses Tab until what has the focus is as wanted. */
async function tabTo(page: Page, wanted: (element: Element) => boolean): Promise<void> {
  const body = `(${wanted.toString()})(document.activeElement)`
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate(body)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 presses of Tab do not lead to ${wanted.toString()}`)
}

test('a lesson is done by keyboard alone: predicted, revealed, changed, to its last step, and remembered', async ({ page, troubles }) => {
  await page.goto('./#tab=lessons')
  await expect(page.getByRole('heading', { name: 'Lessons', exact: true })).toBeVisible(PATIENCE)
  await tabTo(page, (element) => element.getAttribute('aria-label') === 'Begin: Groups and advantages')
  await page.keyboard.press('Enter')
  const { steps } = LESSONS.advantages
  for (const [index, { question, inputs }] of steps.entries()) {
    await expect(page.getByRole('navigation', { name: 'Steps of this lesson' }).locator('[aria-current=step]')).toHaveAccessibleName(
      new RegExp(`^Step ${index + 1}:`),
      PATIENCE,
    )
    await tabTo(page, (element) => element.matches('.lesson-question input'))
    await page.keyboard.press(question.kind === 'choose' ? 'Space' : 'ArrowRight')
    await tabTo(page, (element) => element.matches('.lesson-act .button-primary'))
    await page.keyboard.press('Enter')
    const result = page.getByRole('region', { name: 'What happened' })
    await expect(result.getByRole('heading')).toContainText(/^(As you said|You said)/, PATIENCE)
    await expect(result.getByRole('heading')).toBeFocused()
    if (inputs !== undefined) {
      const before = await result.textContent()
      await tabTo(page, (element) => element.matches('.lesson-inputs input'))
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => result.textContent(), PATIENCE).not.toBe(before)
    }
    await tabTo(page, (element) => element.matches('.lesson-next'))
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { name: 'Credit over turns' })).toBeVisible(PATIENCE)
  await page.goBack()
  await expect(page).toHaveURL(/lesson=advantages&at=5/)
  await page.reload()
  await page.getByRole('link', { name: 'All lessons' }).click(PATIENCE)
  await expect(page.getByText('All 5 steps done')).toBeVisible(PATIENCE)
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})

test('a link for a class opens one step with the rest of the page hidden; a wrong guess is told from a right one', async ({ page, troubles }) => {
  await page.goto('./#tab=lessons&lesson=coordinator&at=2&hide=decide.results.views.tools')
  await expect(page.getByRole('heading', { name: /Somebody moves twice/ })).toBeVisible(PATIENCE)
  for (const hidden of ['Train', 'Share', 'Tokens']) await expect(page.getByRole('button', { name: hidden, exact: true })).toHaveCount(0)
  await expect(page.locator('.zone-decide, .zone-right, .view-nav')).toHaveCount(0)
  await page.getByRole('radio', { name: 'The loss mask' }).check()
  await page.getByRole('button', { name: 'Show what happens' }).click()
  const result = page.getByRole('region', { name: 'What happened' })
  await expect(result.getByRole('heading')).toContainText('It came out otherwise: One action a turn', PATIENCE)
  await expect(result).toContainText('acted twice in one turn')
  // The hidden parts stay hidden on the way on, and come back on request.
  await result.getByRole('link', { name: /^Next step/ }).click()
  await expect(page).toHaveURL(/lesson=coordinator&at=3.*hide=decide.results.views.tools|hide=decide.results.views.tools.*lesson=coordinator&at=3/)
  await expect(page.locator('.zone-decide')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the workbench' }).click()
  await expect(page.locator('.zone-decide')).toBeVisible()
  await expect(page.getByRole('heading', { name: /A look into the other’s hand/ })).toBeVisible()
  expect(troubles.errors).toEqual([])
})

const HALVES = [LESSON_IDS.slice(0, LESSON_IDS.length / 2), LESSON_IDS.slice(LESSON_IDS.length / 2)]
for (const lessons of HALVES) {
  test(`every step of ${lessons.join(', ')} opens by its address, is answered by keyboard, and has nothing that axe finds`, async ({ page, troubles }) => {
    const show = async (narrowAndDark: boolean): Promise<void> => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: narrowAndDark ? 'dark' : 'light' })
      await page.setViewportSize(narrowAndDark ? { width: 390, height: 844 } : { width: 1440, height: 900 })
    }
    await page.goto('./#tab=lessons&hide=decide.results.views.tools')
    await expect(page.getByRole('heading', { name: 'Lessons', exact: true })).toBeVisible(PATIENCE)
    for (const [number, lesson] of lessons.entries()) {
      for (const [index, { needs, question }] of LESSONS[lesson].steps.entries()) {
        // Every lesson is seen both ways.
        await show((number + index) % 2 === 0)
        await page.evaluate((fragment) => location.assign(fragment), `#tab=lessons&lesson=${lesson}&at=${index + 1}&hide=decide.results.views.tools`)
        await expect(page.locator('[aria-current=step]')).toHaveAccessibleName(new RegExp(`^Step ${index + 1}:`), PATIENCE)
        await expect(page.locator('.lesson-question legend')).toBeVisible()
        await tabTo(page, (element) => element.matches('.lesson-question input'))
        await page.keyboard.press(question.kind === 'choose' ? 'Space' : 'ArrowRight')
        await tabTo(page, (element) => element.matches('.lesson-act .button-primary'))
        // What needs kernels or an engine is looked at as a question; everything else with its answer.
        if (needs === undefined) {
          await page.keyboard.press('Enter')
          const result = page.getByRole('region', { name: 'What happened' })
          await expect(result.getByRole('heading')).toBeFocused(PATIENCE)
          await expect(result.getByRole('heading')).toContainText(/^(As you said|You said|It came out otherwise)/)
          await tabTo(page, (element) => element.matches('.lesson-next, .lesson-result .button-quiet'))
        }
        await axeFindsNothing(page, `${lesson}, step ${index + 1}`, '.lesson')
      }
    }
    expect(troubles.errors).toEqual([])
  })
}
