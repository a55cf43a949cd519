import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StaticSite, serveFolder } from './serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'tokenloom-serve-'))
let site: StaticSite

beforeAll(async () => {
  mkdirSync(join(folder, 'models'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'main.js'), 'export {}')
  writeFileSync(join(folder, 'engine.wasm'), new Uint8Array([0, 97, 115, 109]))
  writeFileSync(join(folder, 'models', 'model.safetensors'), new Uint8Array(10))
  site = await serveFolder(folder, { under: '/lab/' })
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['', 'text/html; charset=utf-8'],
  ['main.js', 'text/javascript; charset=utf-8'],
  ['engine.wasm', 'application/wasm'],
  ['models/model.safetensors', 'application/octet-stream'],
])('"%s" is served as %s', async (path, type) => {
  const response = await fetch(`${site.url}${path}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
})

test('what does not exist is 404, never the page', async () => {
  for (const path of ['models/none.json', '../serve.test.ts', '%2e%2e/package.json', 'models']) {
    expect((await fetch(`${site.url}${path}`)).status).toBe(404)
  }
  expect((await fetch(site.url.replace('/lab/', '/'))).status).toBe(404)
})

test('an address that cannot be decoded is 404 too', async () => {
  expect((await fetch(`${site.url}%ff`)).status).toBe(404)
})

test('no header asks for isolation, and nothing is written', async () => {
  const response = await fetch(site.url)
  expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
  expect((await fetch(site.url, { method: 'POST' })).status).toBe(405)
})

test('an unchanged file is not sent again', async () => {
  const etag = (await fetch(`${site.url}main.js`)).headers.get('etag') ?? ''
  expect((await fetch(`${site.url}main.js`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('a taken port gives way to the next', async () => {
  const taken = Number(new URL(site.url).port)
  const other = await serveFolder(folder, { ports: [taken, 0] })
  expect(new URL(other.url).port).not.toBe(String(taken))
  await other.close()
})
