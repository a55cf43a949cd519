// The board beside the tokens: a recorded game stepped through by mouse and keyboard, wide and on a telephone, light and dark.

import { axeFindsNothing, expect, test } from './journey.ts'

test('a recorded game is stepped through on a board, turn by turn, in both themes and on a telephone', async ({ page, troubles }) => {
  await page.goto('./')
  await page.evaluate(async () => {
    const page = Reflect.get(globalThis, 'tokenloom') as { start(input: object): Promise<unknown> }
    const spec = {
      base: 'boards',
      steps: 1,
      environment: { id: 'tictactoe-v1', config: { opponent: 'none' } },
      rollout: { groups: 2, groupSize: 4, maxTokensPerEpisode: 64 },
      evaluation: { problems: 2 },
      controls: ['random'],
    }
    await page.start({ spec, engine: 'cpu' })
  })
  await expect(page.getByTestId('phase')).toHaveText('Finished', { timeout: 240_000 })
  const board = page.getByTestId('board')
  const turn = board.getByTestId('board-turn')
  await expect(turn).toContainText(/Turn (\d+) of \1\./, { timeout: 60_000 })

  await board.getByRole('button', { name: 'First', exact: true }).click()
  await expect(turn).toContainText('Turn 0 of')
  await expect(turn).toContainText('X to move, 3 in a row win.')
  await expect(board.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled()
  await expect(board.getByRole('gridcell', { name: /: X/ })).toHaveCount(0)
  await expect(board.getByRole('gridcell', { name: /: free/ })).toHaveCount(9)

  await test.step('the keys walk over the board, one tab stop', async () => {
    const grid = board.getByRole('grid', { name: /^Tic-tac-toe, episode \d+ of step 1/ })
    await grid.getByRole('gridcell', { name: /^row 2, column b/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(grid.getByRole('gridcell', { name: /^row 1, column c/ })).toBeFocused()
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  })

  await test.step('the first legal move of a game lies where its text says', async () => {
    const choice = board.getByRole('combobox', { name: 'Episode of step 1 on the board' })
    const episodes = await choice.locator('option').count()
    expect(episodes).toBe(8)
    let found = false
    for (let place = 0; place < episodes && !found; place++) {
      await choice.selectOption({ index: place })
      await expect(board.getByRole('grid')).toHaveAttribute('aria-label', /turn (\d+) of \1$/)
      await board.getByRole('button', { name: 'First', exact: true }).click()
      await board.getByRole('button', { name: 'Next', exact: true }).click()
      const said = /1 of \d+\. X ([a-c])([1-3])\. /.exec((await turn.textContent()) ?? '')
      if (said === null) continue
      found = true
      await expect(board.getByRole('gridcell', { name: `row ${said[2]}, column ${said[1]}: X, just played` })).toHaveCount(1)
      await expect(board.getByRole('gridcell', { name: /: X/ })).toHaveCount(1)
    }
    expect(found).toBe(true)
  })

  await test.step('axe finds nothing, and nothing is wider than the page', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 860 })
        await page.getByRole('button', { name: 'Tokens', exact: true }).first().click()
        await expect(board.getByRole('grid')).toBeVisible()
        await board.scrollIntoViewIfNeeded()
        await axeFindsNothing(page, `${colorScheme} ${width}`, '[data-testid="board"]')
        await board.getByRole('button', { name: 'Last', exact: true }).click()
        await expect(turn).toContainText(/Turn (\d+) of \1\./)
        await board.screenshot({ path: test.info().outputPath(`board-${colorScheme}-${width}.png`) })
        await board.getByRole('button', { name: 'First', exact: true }).click()
      }
    }
  })
  expect(troubles.errors).toEqual([])
})

test('a person plays tic-tac-toe on the board against a scripted player, by press and by key, to the end', async ({ page, troubles }) => {
  for (const [width, side, mark] of [
    [1440, 'The first side', 'X'],
    [390, 'The second side', 'O'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto('./#tab=try&play=hand')
    await page.getByRole('combobox', { name: 'Task of' }).selectOption({ label: 'Tic-tac-toe with itself' })
    await page.getByRole('combobox', { name: 'You play' }).selectOption(side)
    await page.getByRole('button', { name: 'A held-out problem' }).click()
    const board = page.getByTestId('hand-board')
    const free = board.getByRole('gridcell', { name: /free, may be played/ })
    await expect(board.getByRole('status')).toContainText(`You play ${mark}.`, { timeout: 60_000 })
    for (let turn = 0; turn < 5 && (await free.count()) > 0; turn++) {
      const name = (await free.first().getAttribute('aria-label'))?.split(':')[0] ?? ''
      if (turn === 0) await free.first().click()
      else {
        await free.first().focus()
        await page.keyboard.press('Enter')
      }
      await expect(board.getByRole('gridcell', { name: new RegExp(`^${name}: ${mark}`) })).toHaveCount(1)
      await expect(board.getByRole('status')).toContainText(new RegExp(`You play ${mark}\\.|has won|A draw`))
    }
    await expect(board.getByRole('status')).toContainText(/O has won|X has won|A draw/)
    await expect(page.getByTestId('hand-game').getByRole('row', { name: /illegal/ })).toHaveCount(0)
    await axeFindsNothing(page, `${width}`, '[data-testid="hand-game"]')
  }
  expect(troubles.errors).toEqual([])
})

test('the board of a run under way follows a game turn by turn, and what was seen of it is what is recorded', async ({ page, troubles }) => {
  await page.goto('./')
  // Every turn that comes on view, from the moment of the start on: the page may be slow, the board leaves none out.
  await page.evaluate(() => {
    const seen: string[][] = []
    Reflect.set(globalThis, 'seen', seen)
    new MutationObserver(() => {
      const [live, turn] = ['board-live', 'board-turn'].map((id) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? '')
      const [, episode, step] = /^Live: episode (\d+) of step (\d+)/.exec(live ?? '') ?? []
      const [, place, move] = /^Turn (\d+)\. (\S+ \S+)\./.exec(turn ?? '') ?? []
      if (step === undefined || episode === undefined || place === undefined || move === undefined) return
      const stones = document.querySelectorAll('[data-testid="board"] [role="gridcell"]:not([aria-label*="free"])').length
      const line = [step, episode, place, move, String(stones)]
      if (seen.at(-1)?.join() !== line.join()) seen.push(line)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.evaluate(async () => {
    const page = Reflect.get(globalThis, 'tokenloom') as { start(input: object): Promise<unknown> }
    const spec = {
      base: 'boards',
      steps: 1000, // far more than are played while one game is watched
      environment: { id: 'tictactoe-v1', config: { opponent: 'none' } },
      rollout: { groups: 4, groupSize: 4, maxTokensPerEpisode: 64 },
      evaluation: { problems: 2, every: 1000 },
    }
    await page.start({ spec, engine: 'cpu' })
  })
  const board = page.getByTestId('board')
  const seen = (): Promise<string[][]> => page.evaluate(() => Reflect.get(globalThis, 'seen'))
  const follow = board.getByRole('button', { name: 'Follow live games' })
  // One game from its first turn to its end: another one has begun after it.
  await expect(async () => expect(new Set((await seen()).map(([, episode]) => episode)).size).toBeGreaterThan(1)).toPass({ timeout: 120_000 })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await follow.click()
  await expect(board.getByTestId('board-live')).toHaveCount(0)
  await expect(board.getByTestId('board-turn')).toContainText(/Turn (\d+) of \1\./)
  // Whoever stands on the button when the run ends keeps the place in the page.
  await follow.focus()
  await page.getByRole('button', { name: 'Stop', exact: true }).first().dispatchEvent('click')
  await expect(page.getByTestId('phase')).toHaveText('Stopped', { timeout: 60_000 })
  await expect(follow).toBeDisabled()
  await expect(follow).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(follow).toHaveCount(0)

  const lines = await seen()
  const [step, episode] = lines[0] ?? []
  const game = lines.filter((line) => line[1] === episode)
  expect(game.map(([, , place]) => Number(place))).toEqual(game.map((_, index) => index + 1))
  expect(game.length).toBeGreaterThanOrEqual(5)
  await page.evaluate(
    ([of, which]) => {
      location.hash = `${location.hash}&step=${of}&episode=${which}`
    },
    [step, episode],
  )
  await expect(board.getByTestId('board-turn')).toContainText(`Turn ${game.length} of ${game.length}.`, { timeout: 60_000 })
  const moves = board.getByRole('list', { name: 'Moves of the game' }).getByRole('listitem')
  await expect(moves).toHaveText(['Start', ...game.map(([, , , move]) => move ?? '')])
  // Every legal move is a stone more.
  expect(game.map(([, , , , stones]) => Number(stones))).toEqual(game.map((_, index) => index + 1))
  expect(troubles.errors).toEqual([])
})
