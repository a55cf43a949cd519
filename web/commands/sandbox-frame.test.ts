import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FRAME_SCRIPT, FRAME_SCRIPT_HASH } from './sandbox-frame.ts'

it('the policies of page and frame name the script that the frame runs', () => {
  const hash = `sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}`
  expect(FRAME_SCRIPT_HASH).toBe(hash)
  expect(readFileSync('web/index.html', 'utf8')).toContain(`'${hash}'`)
})
