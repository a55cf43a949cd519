// What is decided: errors stand beside their field with a code, and nothing can be started until they are mended.

import { expect, LONG_RUN, openView, test } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('a value out of range is refused beside its field, and Escape takes it back', async ({ page }) => {
  await page.goto('./')
  const train = page.getByRole('button', { name: 'Train', exact: true })
  await expect(train).toBeEnabled()
  const steps = page.getByRole('textbox', { name: /^Steps/ })
  await steps.fill('0')
  const error = page.getByRole('alert').filter({ hasText: 'SPEC_INVALID at steps' })
  await expect(error).toBeVisible()
  await expect(steps).toHaveAttribute('aria-invalid', 'true')
  await expect(train).toBeDisabled()
  await steps.press('Escape')
  await expect(error).toBeHidden()
  await expect(steps).toHaveValue('80')
  await expect(train).toBeEnabled()
})

test('settings that do not go together are refused at the one to change', async ({ page }) => {
  await page.goto('./')
  await page.getByText('Objective', { exact: true }).click()
  await page.getByRole('textbox', { name: /^Minibatches/ }).fill('99')
  await expect(page.getByRole('alert').filter({ hasText: 'SPEC_INVALID at objective.minibatches' })).toBeVisible()
})

test('the presets are a radio group that arrow keys walk through', async ({ page }) => {
  await page.goto('./')
  const [first, second] = [page.getByRole('radio').nth(0), page.getByRole('radio').nth(1)]
  await expect(first).toBeChecked()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(second).toBeChecked()
  await expect(second).toBeFocused()
  await page.getByText('Arithmetic by example', { exact: true }).click()
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
})

test('the memory plan appears before the run', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByText('that this device allows')).toBeVisible({ timeout: 60_000 })
})

test('a script is told what is wrong with a spec, with code and place', async ({ page }) => {
  await page.goto('./')
  const failure = await page.evaluate(async () => {
    const page = Reflect.get(globalThis, 'tokenloom') as { start(input: object): Promise<unknown>; presets(): Promise<string[]> }
    const messages: string[] = []
    for (const input of [{ preset: 'nothing' }, { spec: { rollout: { groupsize: 8 } } }, { preset: 'arithmetic', steps: -1 }]) {
      await page.start(input).catch((thrown: Error) => messages.push(thrown.message))
    }
    return { messages, presets: await page.presets() }
  })
  const errors = failure.messages.map((message) => JSON.parse(message) as { code: string; at?: string })
  expect(errors.map(({ code, at }) => `${code} ${at}`)).toEqual(['PRESET_UNKNOWN preset', 'SPEC_INVALID rollout.groupsize', 'SPEC_INVALID steps'])
  expect(failure.presets).toContain('arithmetic')
})

test('a run that does not fit the device is refused, and the setting that shrinks it is named', async ({ page }) => {
  await page.goto('./')
  await page.getByText('Sampling', { exact: true }).first().click()
  await page.getByRole('textbox', { name: /^Groups/ }).fill('4096')
  await page.getByRole('textbox', { name: /^Group size/ }).fill('256')
  await expect(page.getByText('This plan does not fit.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'MEMORY_PLAN at rollout' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
})

test('what differs from the preset is listed, with a way back and an estimate of time', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./')
  const summary = page.getByTestId('draft-summary')
  const back = summary.getByRole('button', { name: 'Take all back' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 390) await openView(page, 'Settings')
    await expect(summary).toContainText('As the preset has it.')
    await expect(summary).toContainText(/Would take (about|a few)/)
    await page.getByRole('textbox', { name: /^Steps/ }).fill('7')
    await expect(summary).toContainText('Steps: 7 instead of 80')
    await (width === 390 ? back.press('Enter') : back.click())
    await expect(page.getByRole('textbox', { name: /^Steps/ })).toHaveValue('80')
  }
})

test('the form shows the settings of a run that a script started, says what differs, and gives the draft back', async ({ page }) => {
  await page.goto('./')
  const steps = page.getByRole('textbox', { name: /^Steps/ })
  await steps.fill('9')
  await startRun(page, { preset: 'arithmetic', steps: LONG_RUN, seed: 4 })
  const note = page.getByTestId('draft-note')
  await expect(note).toContainText('the settings of the run under way', { timeout: 60_000 })
  await expect(note).toContainText('differs in Seed, Steps')
  await expect(steps).toHaveValue(`${LONG_RUN}`)
  await expect(steps).toBeDisabled()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(steps).toBeEnabled({ timeout: 60_000 })
  await expect(steps).toHaveValue('9')
  await expect(note).toContainText('The run on view had other settings: Seed, Steps.')
  await note.getByRole('button', { name: 'Take its settings' }).click()
  await expect(steps).toHaveValue(`${LONG_RUN}`)
  await expect(note).toHaveCount(0)
})
