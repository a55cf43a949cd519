// The policies that runs leave: listed with their lineage, compared, forked, taken away, deleted; a foreign folder is refused at the
// place, and a checkpoint that was damaged is named while everything else stays.

import { axeFindsNothing, expect, test, viewDrawn } from './journey.ts'
import { startRun } from './scripted-run.ts'

test('a run at work shows the policy of its last evaluation, and a crash of the page loses none that was kept', async ({ page, troubles }) => {
  await page.goto('./')
  const changes = { 'evaluation.every': 2, 'evaluation.problems': 16 }
  await startRun(page, { preset: 'arithmetic', seed: 3, steps: 5000, engine: 'cpu', changes })
  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  const policy = page.getByTestId('policy')
  await expect(policy).toContainText('which is still at work', { timeout: 90_000 })
  await expect(policy).toContainText('Held-out return')
  // A second version, so that the first is its parent.
  await expect(policy).toContainText(/Version \d+, step ([4-9]|\d\d+) of the run/, { timeout: 60_000 })
  const [, step = ''] = /step (\d+) of the run/.exec((await policy.textContent()) ?? '') ?? []
  await page.reload()

  await expect(policy).not.toContainText('which is still at work')
  await policy.getByText('Lineage', { exact: true }).click()
  await expect(policy).toContainText('what the name points to')
  const [, after = ''] = /step (\d+) of the run/.exec((await policy.textContent()) ?? '') ?? []
  expect(Number(after)).toBeGreaterThanOrEqual(Number(step))
  await policy
    .getByRole('button', { name: /^Back to it/ })
    .last()
    .click()
  await expect(policy).toContainText('step 2 of the run')
  const download = page.waitForEvent('download')
  await policy.getByRole('button', { name: /^Export/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^adapter_/)
  expect(troubles.errors).toEqual([])
})

test('policies are kept, compared, forked and deleted; what is broken is said at the place', async ({ page, troubles }) => {
  await page.goto('./')
  for (const seed of [1, 2]) {
    await page.getByRole('textbox', { name: /^Seed/ }).fill(String(seed))
    await page.getByRole('textbox', { name: /^Steps/ }).fill('2')
    await page.getByRole('button', { name: 'Train', exact: true }).click()
    await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 90_000 })
    await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled()
  }
  await page.getByRole('button', { name: 'Policies', exact: true }).click()
  const policies = page.getByTestId('policy')
  await expect(policies).toHaveCount(2)
  await expect(policies.first()).toContainText('step 2 of the run')
  await expect(policies.first()).toContainText('Held-out return')
  const name = (await policies.last().locator('strong').textContent()) ?? ''

  await test.step('two are compared, as weights and on the same prompts', async () => {
    await policies.first().getByRole('checkbox').check()
    await policies.last().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Compare the two chosen' }).click()
    await expect(page.getByTestId('compared')).toContainText('their difference has a norm of', { timeout: 60_000 })
    await expect(page.getByTestId('compared')).toContainText('held-out problems')
  })

  await test.step('axe finds nothing, light and dark, wide and narrow, and nothing is wider than the page', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 860 })
        await viewDrawn(page)
        await axeFindsNothing(page, `${colorScheme} ${width}`)
      }
    }
  })

  await test.step('a fork is the same policy under a second name', async () => {
    await policies.last().getByRole('button', { name: /^Fork/ }).click()
    await expect(policies).toHaveCount(3)
    const fork = policies.filter({ hasText: `${name}, fork` })
    await fork.getByText('Lineage', { exact: true }).click()
    await expect(fork).toContainText('what the name points to')
    await policies.first().getByRole('checkbox').uncheck()
    for (const one of await policies.filter({ hasText: name }).all()) await one.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Compare the two chosen' }).click()
    await expect(page.getByTestId('compared')).toContainText('the same logprob, bit for bit', { timeout: 60_000 })
  })

  await test.step('it leaves as the two files of PEFT and comes back', async () => {
    const downloads: { name: string; path: string }[] = []
    page.on('download', async (download) => downloads.push({ name: download.suggestedFilename(), path: await download.path() }))
    await policies
      .last()
      .getByRole('button', { name: /^Export/ })
      .click()
    await expect.poll(() => downloads.length).toBe(2)
    const { readFile } = await import('node:fs/promises')
    const files = await Promise.all(
      downloads.map(async ({ name: file, path }) => ({ name: file, mimeType: 'application/octet-stream', buffer: await readFile(path) })),
    )
    const picker = page.getByLabel('adapter_config.json and adapter_model.safetensors')
    await picker.setInputFiles(files)
    await expect(policies.filter({ hasText: 'imported' })).toHaveCount(1)

    const withOptions = (options: object) =>
      files.map((file) =>
        file.name.endsWith('.json') ? { ...file, buffer: Buffer.from(JSON.stringify({ ...JSON.parse(file.buffer.toString('utf8')), ...options })) } : file,
      )
    // A foreign folder: one more option that this engine does not know, and is on.
    await picker.setInputFiles(withOptions({ strange_option: 3 }))
    await expect(page.getByRole('alert').filter({ hasText: 'ADAPTER_INVALID' })).toContainText('strange_option')
    // The base that sees has the same sizes: the folder's own word tells it apart.
    await picker.setInputFiles(withOptions({ base_model_name_or_path: 'geometry', revision: '9'.repeat(64) }))
    const elsewhere = page.getByRole('alert').filter({ hasText: 'ADAPTER_MISMATCH' })
    await expect(elsewhere).toContainText('The adapter was trained on the base geometry; the one that is loaded is arithmetic.')
    await expect(elsewhere).toContainText('Choose a preset with the base geometry')
    await expect(policies).toHaveCount(4)
  })

  await test.step('a damaged checkpoint is named beside its policy, and the others stay whole', async () => {
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const adapters = await root.getDirectoryHandle('adapters')
      const hash = document.querySelector('[data-testid="policy"]:last-of-type code')?.getAttribute('title') ?? ''
      const file = await (await adapters.getFileHandle(`${hash}.bin`)).createWritable({ keepExistingData: true })
      await file.write({ type: 'write', position: 200, data: 'damage' })
      await file.close()
    })
    await policies
      .last()
      .getByRole('button', { name: /^Export/ })
      .click()
    await expect(policies.last().getByRole('alert')).toContainText('CHECKPOINT_CORRUPT')
    await expect(policies).toHaveCount(4)
  })

  await test.step('a policy is deleted for good, and the rest survives a reload', async () => {
    const imported = policies.filter({ hasText: 'imported' })
    await imported.getByRole('button', { name: /^Delete/ }).click()
    await imported.getByRole('button', { name: /^Delete for good/ }).click()
    await expect(policies).toHaveCount(3)
    await page.reload()
    await expect(policies).toHaveCount(3)
  })
  expect(troubles.errors).toEqual([])
  expect(troubles.foreign).toEqual([])
})
