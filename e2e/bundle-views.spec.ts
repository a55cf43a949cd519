// Every view of a run from its bundle alone: golden bundles of the first format are redrawn, go out again byte for byte, and look the
// same in another profile; one is asked for at an address, after a press that shows the host, and one is dropped.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { GOLDEN_BUNDLES } from '../src/share/testing/golden-bundles.ts'
import { expect, settled, test } from './journey.ts'

const fileOf = (name: string): string => join(import.meta.dirname, '../src/share/testing/bundles', `${name}.tokenloom`)
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true })

/** What every view says of the run on view, as text: tables where there is a drawing. What comes lazily is waited for. */
async function twins(page: Page, digest: string, hasBoard: boolean): Promise<readonly string[]> {
  await expect(page.getByTestId('digest').first()).toHaveText(digest)
  const said: string[] = []
  const take = async (locator: ReturnType<Page['locator']>): Promise<void> => {
    await expect(locator).toBeVisible()
    said.push(await settled(async () => ((await locator.textContent()) ?? '').trim()))
  }
  const metrics = page.getByRole('region', { name: 'Training metrics' })
  await expect(metrics).toContainText('Numbers as a table')
  for (const name of ['Held-out return and training return', 'Evidence', 'Checks']) await take(page.getByRole('region', { name, exact: true }))
  await take(metrics)
  await expect(page.getByTestId('audit')).toContainText('turn by turn')
  await take(page.getByTestId('audit'))
  await tab(page, 'Tokens').click()
  // A group is drawn when it comes near the view, so every one is brought there.
  const groups = page.getByRole('grid', { name: /^Tokens of step/ }).locator('.group')
  await expect(groups.first()).toBeVisible()
  for (const group of await groups.all()) {
    await group.scrollIntoViewIfNeeded()
    await expect(group).toHaveAttribute('aria-label', /^Group \d+: /)
    await take(group)
  }
  if (hasBoard) {
    await expect(page.getByTestId('board').getByTestId('board-turn')).toContainText('Turn')
    await take(page.getByTestId('board'))
  }
  await tab(page, 'Timeline').click()
  await page.getByText(/^Step \d+ as tables/).click()
  await take(page.getByTestId('turn-table'))
  return said
}

for (const { name, run, digest } of GOLDEN_BUNDLES) {
  const hasBoard = !name.startsWith('sums')
  test(`the bundle ${name} is redrawn, goes out as it came, and looks the same elsewhere`, async ({ page, browser, baseURL, troubles }) => {
    await page.goto('./#tab=runs')
    await page.getByLabel('Open a run bundle').setInputFiles(fileOf(name))
    await expect(page).toHaveURL(new RegExp(`run=${run}`))
    const here = await twins(page, digest, hasBoard)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Run bundle' }).click()
    const bytes = readFileSync(await (await saving).path())
    expect(bytes.equals(readFileSync(fileOf(name)))).toBe(true)

    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    const there = await other.newPage()
    await there.goto('./#tab=runs')
    await there.getByLabel('Open a run bundle').setInputFiles({ name: 'run.tokenloom', mimeType: 'application/octet-stream', buffer: bytes })
    await expect(there).toHaveURL(new RegExp(`run=${run}`))
    expect(await twins(there, digest, hasBoard)).toEqual(here)
    await other.close()
    expect(troubles.errors).toEqual([])
    expect(troubles.foreign).toEqual([])
  })
}

test('a bundle at an address is asked for after a press alone, and only the file that the link names is taken', async ({ page, troubles }) => {
  const golden = GOLDEN_BUNDLES[0]
  const bytes = readFileSync(fileOf(golden?.name ?? ''))
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.referer ?? 'no referrer'}, ${request.headers.cookie ?? 'no cookie'}`)
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Length': bytes.length })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = (hash: string): string => `./#${new URLSearchParams({ run: `http://${host}/a.tokenloom`, hash })}`

  await page.goto(address('0'.repeat(64)))
  await expect(page.getByTestId('bundle-host')).toHaveText(host)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: `Ask ${host} for it` }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('BUNDLE_HASH')
  await page.goto('about:blank')

  await page.goto(address(createHash('sha256').update(bytes).digest('hex')))
  await page.getByRole('button', { name: `Ask ${host} for it` }).click()
  await expect(page.getByTestId('digest').first()).toHaveText(golden?.digest ?? '')
  await expect(page).toHaveURL(new RegExp(`#run=${golden?.run}$`))
  expect(asked).toEqual(['no referrer, no cookie', 'no referrer, no cookie'])
  expect(troubles.foreign.every((url) => url.startsWith(`http://${host}/`))).toBe(true)
  expect(troubles.errors).toEqual([])
  server.close()
})

test('a bundle is dropped anywhere on the page, settings are previewed, and what is neither is refused', async ({ page }) => {
  const drop = async (name: string, content: string): Promise<void> => {
    const transfer = await page.evaluateHandle(
      ({ name, content }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name))
        return transfer
      },
      { name, content },
    )
    await page.dispatchEvent('.head', 'dragover', { dataTransfer: transfer })
    await expect(page.getByTestId('drop-ground')).toBeVisible()
    await page.dispatchEvent('.head', 'drop', { dataTransfer: transfer })
    await expect(page.getByTestId('drop-ground')).toBeHidden()
  }
  const golden = GOLDEN_BUNDLES[1]
  await page.goto('./')
  await page.locator('.head').waitFor()
  await drop('notes.txt', btoa('hello'))
  await expect(page.getByRole('alert').filter({ hasText: 'ARGUMENT_INVALID' }).first()).toBeVisible()
  await drop('spec.json', btoa(JSON.stringify({ preset: 'gomoku', seed: 77 })))
  await expect(page.getByTestId('link-preview')).toContainText('seed 77')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('link-preview')).toBeHidden()
  await drop('game.tokenloom', readFileSync(fileOf(golden?.name ?? '')).toString('base64'))
  await expect(page.getByTestId('digest').first()).toHaveText(golden?.digest ?? '')
  await expect(page.getByTestId('run')).toHaveCount(1)
})
