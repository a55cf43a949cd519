// One replay in a frame on somebody else's page: the code that Share gives, on another host, under a sub-path.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

const BUNDLE = join(import.meta.dirname, '../src/share/testing/bundles/three-agents.tokenloom')

test('the frames that Share offers replay an episode and the recorded run on a page of another host', async ({ page, troubles }) => {
  await page.goto('./#run=recorded-arithmetic&tab=tokens&step=3&panel=share')
  const recorded = page.getByRole('region', { name: 'This place in the recorded run' })
  await recorded.getByText('For a page of your own').click()
  const recordedFrame = await recorded.getByRole('textbox', { name: /^Frame/ }).inputValue()
  await page.keyboard.press('Escape')
  await page.goto('about:blank')
  await page.goto('./#tab=runs')
  await page.getByLabel('Open a run bundle').setInputFiles(BUNDLE)
  await expect(page.getByTestId('digest').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Tokens', exact: true }).click()
  await expect(page.getByTestId('board-turn')).toContainText('Turn')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const episode = page.getByRole('region', { name: 'One episode of the step on view' })
  await episode.getByText('For a page of your own').click()
  const episodeFrame = await episode.getByRole('textbox', { name: /^Frame/ }).inputValue()

  const article = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><html lang="en"><title>An article</title><main><h1>An article</h1>${recordedFrame}${episodeFrame}</main></html>`)
  })
  await new Promise<void>((resolve) => article.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(article.address() as AddressInfo).port}/`
  await page.goto(host)
  const [first, second] = [page.frameLocator('iframe >> nth=0'), page.frameLocator('iframe >> nth=1')]
  await expect(first.getByRole('grid', { name: /^Tokens of step 3/ })).toBeVisible()
  await first.getByRole('button', { name: 'Charts', exact: true }).click()
  await expect(first.getByRole('region', { name: 'Held-out return and training return' })).toBeVisible()
  await page.locator('iframe >> nth=1').scrollIntoViewIfNeeded()
  await second.getByRole('button', { name: 'Play this episode' }).click()
  await second.getByRole('button', { name: 'Last', exact: true }).click()
  await expect(second.getByTestId('episode-turn')).toContainText('Turn 12 of 12')
  await expect(first.getByRole('button', { name: 'Train', exact: true })).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
  expect(troubles.foreign.filter((url) => !url.startsWith(host))).toEqual([])
  expect(troubles.errors.filter((error) => !error.includes('favicon'))).toEqual([])
  article.close()
})
