import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleSuites } from './bundle.ts'

/** What a module imports by a package's name, which neither a page nor Deno resolves. */
function packagesOf(text: string): readonly string[] {
  const specifiers = [...text.matchAll(/^(?:import|export) [^'"]*?(?:from )?["']([^'"]+)["']/gm)].map(([, specifier = '']) => specifier)
  return specifiers.filter((specifier) => !/^(\.|\/|node:)/.test(specifier))
}

test('the suites for page and Deno import no package by its name', async () => {
  const folder = await bundleSuites()
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => packagesOf(readFileSync(join(folder, name), 'utf8')).map((specifier) => `${name}: ${specifier}`))
  expect(found.filter((line) => line !== 'dawn.js: webgpu')).toEqual([])
})
