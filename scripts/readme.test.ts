// What the README says there is, held against what there is.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PRESETS } from '../src/record/presets.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const claimsIn = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => name.replace(/\.ts$/, ''))
    .sort()

/** The names in backticks of the row of a table that begins with this command. */
const namesOf = (command: string): string[] => {
  const row = readme.split('\n').find((line) => line.startsWith(`| \`npm run ${command} `)) ?? ''
  const [, what = ''] = row.split('|').slice(1)
  return [...what.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name).sort()
}

it.each(['check', 'bench'])('the README names every %s, and no other', (command) => {
  expect(namesOf(command)).toEqual(claimsIn(command === 'check' ? 'checks' : 'benches'))
})

it('the README names every preset', () => {
  for (const { name } of PRESETS) expect(readme).toContain(`\`${name}\``)
})

it('every folder of the libraries has a README', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders) expect(existsSync(join(root, 'src', name, 'README.md')), name).toBe(true)
})

it('every file that the README and the documents link to is there', () => {
  for (const file of [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]) {
    const text = readFileSync(join(root, file), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#:]+)\)|src="([^":]+)"/g)].map(([, link, source]) => link ?? source ?? '')
    for (const link of links) expect(existsSync(join(root, file, '..', link)), `${file}: ${link}`).toBe(true)
  }
})
