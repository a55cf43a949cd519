import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { LOOK_ALIKE } from '../../src/environments/suite/base-alphabet.ts'
import { parseSafetensors } from '../../src/model/safetensors.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { EMBEDDING } from '../../src/model/weights.ts'
import { AUTHORED_PRESET } from '../../src/record/presets.ts'

const folder = `public/models/${String(AUTHORED_PRESET.overrides['base'])}`
const json = (name: string): { readonly [key: string]: number } => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
const ALIKE = 0.95

test('the characters that are said to look alike are those whose embeddings point the same way', () => {
  const { width, values } = embeddingOf()
  const tokenizer = unwrap(loadTokenizer(json('tokenizer.json'), json('tokenizer_config.json'), json('config.json')['vocab_size'] ?? 0))
  const characters = ['\n', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))]
  const rows = characters.map((character) => {
    const [id = 0] = tokenizer.encode(character)
    const row = values.subarray(id * width, (id + 1) * width)
    const length = Math.hypot(...row)
    return row.map((value) => value / length)
  })
  const cosine = (a: number, b: number): number => (rows[a] ?? new Float32Array()).reduce((sum, value, place) => sum + value * (rows[b]?.[place] ?? 0), 0)
  let group = characters.map((_, index) => index)
  for (let a = 0; a < characters.length; a++)
    for (let b = 0; b < a; b++) {
      const [own, other] = [group[a] ?? a, group[b] ?? b]
      if (own !== other && cosine(a, b) > ALIKE) group = group.map((one) => (one === own ? other : one))
    }
  const found = [...new Set(group)].map((one) => characters.filter((_, index) => group[index] === one).join('')).filter((alike) => alike.length > 1)
  expect(found.sort()).toEqual([...LOOK_ALIKE].map((alike) => [...alike].sort().join('')).sort())
})

function embeddingOf(): { readonly width: number; readonly values: Float32Array } {
  const embedding = unwrap(parseSafetensors(new Uint8Array(readFileSync(`${folder}/model.safetensors`)))).get(EMBEDDING)
  if (embedding === undefined) throw new Error('the base has no embedding')
  return { width: embedding.shape[1] ?? 0, values: embedding.values }
}
