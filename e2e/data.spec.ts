// Problems from a file: read, looked at, kept, and trained on; what cannot be read is named by row and column.

import { axeFindsNothing, expect, openView, test } from './journey.ts'

/** Sums in the layout of MATH: what the base of arithmetic reads, and three rows that are no problems. */
function sums(): string {
  const rows = Array.from({ length: 48 }, (_, place) => {
    const [a, b] = [10 + ((place * 37) % 89), 10 + ((place * 53) % 89)]
    return JSON.stringify({ problem: `${a}+${b}=`, level: 'Level 1', type: 'Algebra', solution: `We add: $\\boxed{${a + b}}$.` })
  })
  return [...rows, '{"problem":"without a solution"}', '{"problem":"1+1=","solution":"two"}', 'no JSON'].join('\n')
}

test('problems from files load with what is wrong by row, pictures are seen, and a run learns from them', async ({ page }) => {
  await page.goto('./')
  await openView(page, 'Data')
  await expect(page.getByTestId('data-drop')).toBeVisible()

  await page.getByTestId('data-file').setInputFiles('e2e/data/geometry3k.parquet')
  await expect(page.getByTestId('data-read')).toHaveText('13 of 16 rows read as problems with pictures, as in Geometry3K, 13 pictures; 3 rows are left out.', {
    timeout: 60_000,
  })
  const faults = page.getByTestId('data-faults').getByRole('row')
  await expect(faults).toHaveText([
    /Row\s*Column\s*What is wrong/,
    /14\s*images\s*The picture cannot be decoded\./,
    /15\s*answer\s*The answer cannot be read as mathematics\./,
    /16\s*images\s*It holds no picture\./,
  ])
  await expect(page.getByTestId('data-sample').getByRole('img').first()).toBeVisible()
  await axeFindsNothing(page, 'problems with pictures')

  // Columns of other names are named by hand.
  const named = '{"q":"1+1=","a":"2"}\n{"q":"1+2=","a":"3"}\n{"q":"1+3=","a":"4"}'
  await page.getByTestId('data-file').setInputFiles({ name: 'named.jsonl', mimeType: 'application/json', buffer: Buffer.from(named) })
  await page.getByRole('button', { name: 'Read it so' }).click({ timeout: 60_000 })
  await expect(page.getByTestId('data-read')).toHaveText('3 of 3 rows read as problems and answers.', { timeout: 60_000 })

  await page.getByTestId('data-file').setInputFiles({ name: 'math.jsonl', mimeType: 'application/json', buffer: Buffer.from(sums()) })
  await expect(page.getByTestId('data-read')).toHaveText('48 of 51 rows read as worked solutions, as in MATH; 3 rows are left out.', { timeout: 60_000 })
  await expect(faults.nth(1)).toHaveText(/49\s*solution\s*The row has no column solution\./)
  await expect(faults.nth(2)).toHaveText(/50\s*solution\s*The answer has no \\boxed/)
  await expect(faults.nth(3)).toHaveText(/51\s*the row\s*The line is not JSON\./)

  await page.getByRole('button', { name: 'Train on it' }).click()
  await expect(page.getByRole('radio', { name: /Problems from a file/ })).toBeChecked()
  await page.getByLabel('Steps').first().fill('3')
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByTestId('progress')).toHaveText('3 of 3', { timeout: 90_000 })
  await openView(page, 'Data')
  // It was kept on the way, so that the run can go on after a reload.
  await expect(page.getByRole('listitem').filter({ hasText: 'math.jsonl' })).toBeVisible()
})
