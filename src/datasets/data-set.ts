// Problems of a user's own: what was read of a file, as plain data, its bytes for the store, and the hash that names it. A run's
// spec names a data set by that hash, so that the same problems make the same run. Knows no files and no rules.

import { tokenloomError } from '../base/errors.ts'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import { isRecord } from '../base/json.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { bytesOfPicture, type Picture } from '../environments/picture.ts'
import type { Layout } from './layouts.ts'

export interface DataProblem {
  /** Where it stood in its file, from 1. */
  readonly row: number
  /** With a PICTURE_MARK for every picture. */
  readonly text: string
  readonly answer: string
  readonly pictures: readonly Picture[]
}

export interface DataSet {
  readonly name: string
  readonly layout: Layout['name']
  readonly problems: readonly DataProblem[]
}

export function encodeDataSet({ name, layout, problems }: DataSet): Uint8Array<ArrayBuffer> {
  return bytesOfText(JSON.stringify({ format: 'tokenloom-problems-1', name, layout, problems }))
}

/** Of the problems alone: another name for the same file is the same data set. */
export function hashOfDataSet({ problems }: Pick<DataSet, 'problems'>): Promise<string> {
  return sha256Hex(bytesOfText(JSON.stringify(problems.map(({ text, answer, pictures }) => [text, answer, pictures]))))
}

const LAYOUTS: readonly Layout['name'][] = ['geometry3k', 'math', 'gsm8k', 'plain']
/** DATA_SET_INVALID for bytes that encodeDataSet did not write. */
export function decodeDataSet(bytes: Uint8Array): Result<DataSet> {
  const invalid = (message: string) => fail(tokenloomError('DATA_SET_INVALID', `The stored problems ${message}.`, 'Load the file again.'))
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return invalid('are no JSON')
  }
  if (!isRecord(json) || json['format'] !== 'tokenloom-problems-1' || !Array.isArray(json['problems'])) return invalid('have another format')
  const layout = LAYOUTS.find((name) => name === json['layout'])
  if (layout === undefined || typeof json['name'] !== 'string') return invalid('name no layout')
  const problems: DataProblem[] = []
  for (const one of json['problems']) {
    const problem = readProblem(one)
    if (problem === null) return invalid(`are damaged at problem ${problems.length + 1}`)
    problems.push(problem)
  }
  return ok({ name: json['name'], layout, problems })
}

function readProblem(value: unknown): DataProblem | null {
  if (!isRecord(value)) return null
  const { row, text, answer, pictures } = value
  if (!Number.isSafeInteger(row) || typeof text !== 'string' || typeof answer !== 'string' || !Array.isArray(pictures)) return null
  // bytesOfPicture checks every field of what claims to be a picture.
  const seen = pictures.filter((picture) => isRecord(picture) && bytesOfPicture(picture as unknown as Picture).ok) as unknown as Picture[]
  if (seen.length !== pictures.length || text.split(PICTURE_MARK).length - 1 !== pictures.length) return null
  return { row: Number(row), text, answer, pictures: seen }
}
