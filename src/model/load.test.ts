import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import { loadModel } from './load.ts'
import type { Progress } from './source.ts'
import { droppedFiles, folderAtUrl } from './source.ts'

const fixture = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(`fixtures/tied/${file}`, import.meta.url)))
const WEIGHTS = fixture('model.safetensors')
const MANIFEST = {
  name: 'tiny',
  hash: await sha256Hex(WEIGHTS),
  parameters: 11640,
  recipe: 'none',
  seed: 20,
  evaluation: { split: 'validation', problems: 0, sampled: 0, greedy: 0 },
}

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>
const json = (value: unknown): Uint8Array<ArrayBuffer> => bytesOfText(JSON.stringify(value))
const FOLDER: Files = {
  'config.json': fixture('config.json'),
  'tokenizer.json': fixture('tokenizer.json'),
  'tokenizer_config.json': json({ model_max_length: 64 }),
  'model.safetensors': WEIGHTS,
  'manifest.json': json(MANIFEST),
}
const fetchFrom = (files: Files) => (url: string) =>
  Promise.resolve(url in files ? new Response(files[url], { headers: { 'content-length': String(files[url]?.length) } }) : new Response('', { status: 404 }))
const at = (folder: string, files: Files): Files => Object.fromEntries(Object.entries(files).map(([name, bytes]) => [folder + name, bytes]))
const drop = (files: Files) =>
  droppedFiles(Object.entries(files).map(([name, bytes]) => ({ name: `folder/${name}`, arrayBuffer: () => Promise.resolve(bytes.slice().buffer) })))
const without = (name: string): Files => Object.fromEntries(Object.entries(FOLDER).filter(([other]) => other !== name))

async function failureOf(files: Files, requireManifest = false) {
  const loaded = await loadModel(drop(files), { name: 'x', requireManifest })
  return loaded.ok ? null : { code: loaded.error.code, at: loaded.error.at }
}

describe('loadModel', () => {
  it('loads a folder below an address and reports progress of its files', async () => {
    const seen: Progress[] = []
    const loaded = await loadModel(folderAtUrl('https://models.test/tiny', fetchFrom(at('https://models.test/tiny/', FOLDER))), {
      name: 'x',
      requireManifest: true,
      onProgress: (progress) => seen.push(progress),
    })
    expect(loaded).toMatchObject({
      ok: true,
      value: { name: 'tiny', hash: MANIFEST.hash, parameters: MANIFEST.parameters, config: { layers: 2, kvHeads: 1, tiedHead: true } },
    })
    expect(seen.at(-1)).toEqual({ file: 'model.safetensors', loadedBytes: WEIGHTS.length, totalBytes: WEIGHTS.length })
  })

  it('loads dropped files, without a manifest too', async () => {
    const loaded = await loadModel(drop(without('manifest.json')), { name: 'mine' })
    expect(loaded).toMatchObject({ ok: true, value: { name: 'mine', manifest: null } })
    expect(loaded.ok && [...loaded.value.tokenizer.encode('1')]).toEqual([34])
  })

  it.each(['config.json', 'tokenizer.json', 'model.safetensors'])('names %s when it is missing', async (name) => {
    expect(await failureOf(without(name))).toEqual({ code: 'DOWNLOAD_FAILED', at: name })
  })

  it('names what is damaged', async () => {
    expect(await failureOf({ ...FOLDER, 'model.safetensors': WEIGHTS.slice(0, -1) })).toMatchObject({ code: 'WEIGHTS_TRUNCATED' })
    expect(await failureOf({ ...FOLDER, 'model.safetensors': bytesOfText('<html>not weights</html>') })).toMatchObject({ code: 'WEIGHTS_CORRUPT' })
    expect(await failureOf({ ...FOLDER, 'config.json': bytesOfText('{') })).toMatchObject({ code: 'MODEL_CONFIG_INVALID' })
    expect(await failureOf({ ...FOLDER, 'tokenizer.json': bytesOfText('{') })).toMatchObject({ code: 'TOKENIZER_INVALID' })
  })

  it('refuses weights of another version than the manifest, and of another model', async () => {
    const flipped = WEIGHTS.slice()
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
    expect(await failureOf({ ...FOLDER, 'model.safetensors': flipped })).toMatchObject({ code: 'WEIGHTS_HASH' })
    expect(
      await failureOf({ ...FOLDER, 'model.safetensors': new Uint8Array(readFileSync(new URL('fixtures/untied/model.safetensors', import.meta.url))) }),
    ).toMatchObject({ code: 'WEIGHTS_SHAPE' })
  })

  it('refuses a tokenizer or a config that fits by its sizes alone', async () => {
    const text = (name: string) => new TextDecoder().decode(FOLDER[name])
    const promised = ['config.json', 'tokenizer.json', 'tokenizer_config.json'].map(
      async (name) => [name, await sha256Hex(FOLDER[name] ?? json(null))] as const,
    )
    const whole: Files = { ...FOLDER, 'manifest.json': json({ ...MANIFEST, files: Object.fromEntries(await Promise.all(promised)) }) }
    expect(await failureOf(whole, true)).toBe(null)
    const swapped = text('tokenizer.json').replace('"1":', '"?":').replace('"2":', '"1":').replace('"?":', '"2":')
    expect(swapped).not.toBe(text('tokenizer.json'))
    expect(await failureOf({ ...whole, 'tokenizer.json': bytesOfText(swapped) })).toEqual({ code: 'TOKENIZER_MISMATCH', at: 'tokenizer.json' })
    const turned = json({ ...JSON.parse(text('config.json')), rope_theta: 7 })
    expect(await failureOf({ ...whole, 'config.json': turned })).toEqual({ code: 'MODEL_CONFIG_INVALID', at: 'config.json' })
    expect(await failureOf({ ...whole, 'tokenizer_config.json': json({}) })).toEqual({ code: 'TOKENIZER_MISMATCH', at: 'tokenizer_config.json' })
  })

  it("ignores somebody else's manifest.json unless one of ours is due", async () => {
    expect(await failureOf({ ...FOLDER, 'manifest.json': json({ name: 'a web app', icons: [] }) })).toBe(null)
    expect(await failureOf({ ...FOLDER, 'manifest.json': json({ name: 'a web app', icons: [] }) }, true)).toMatchObject({ code: 'DOWNLOAD_FAILED' })
  })

  it('tells a failed connection, a server error and a cancelled download apart', async () => {
    const codeOf = async (fetch: () => Promise<Response>, signal?: AbortSignal) => {
      const loaded = await loadModel(folderAtUrl('https://models.test', fetch, signal), { name: 'x' })
      return loaded.ok ? null : loaded.error.code
    }
    expect(await codeOf(() => Promise.reject(new TypeError('no route')))).toBe('DOWNLOAD_FAILED')
    expect(await codeOf(() => Promise.resolve(new Response('', { status: 500 })))).toBe('DOWNLOAD_FAILED')
    expect(await codeOf(() => Promise.reject(new Error('aborted')), AbortSignal.abort())).toBe('CANCELLED')
  })
})
