import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no script runs unasked: npm takes "pretrain" for a prelude of "train" unless .npmrc forbids preludes', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys(scripts)
  const preludes = names.filter((name) => names.includes(`pre${name}`) || names.includes(`post${name}`))
  expect(preludes).toEqual(['train'])
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
