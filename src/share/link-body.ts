// The body of a link, as JSON, for each kind: the strict schema of the present version, both ways. A run is written as what it
// sets differently from its preset, with a fingerprint of the whole that shows when the preset has changed since.

import { bytesOfText } from '../base/hash.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { textHash } from '../base/text-hash.ts'
import { sourcesOf } from '../record/environment-versions.ts'
import type { RunSpec } from '../record/spec.ts'
import { specDifferences, withSettings } from '../record/spec-diff.ts'
import { SPEC_FIELD } from '../record/spec-fields.ts'
import { identityOf } from '../record/spec-identity.ts'
import { parseRunSpec, presetSpec } from '../record/spec-schema.ts'
import { crc32 } from './checksum.ts'
import type { EpisodeSplit, LinkContent, LinkKind, LinkView, RunLink } from './link.ts'
import { type Fields, invalid, list, matching, record, text, whole } from './link-fields.ts'

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
const AGENT = /^[\w-]{1,32}$/
const RUN_ID = /^[\w-]{1,64}$/
const WORD = /^[a-z_]{1,24}$/
const MOST_COUNT = 999_999_999
const MOST_ACTIONS = 2000
const MOST_HIDDEN = 8
const MOST_SOURCE = 131_072
const MOST_SOURCES = 16

const WORD_FIELDS = ['tab', 'panel', 'arm'] as const
const COUNT_FIELDS = ['step', 'episode', 'turn', 'token'] as const

/** Throws LINK_INVALID, and the spec's own errors (SPEC_INVALID, PRESET_UNKNOWN, RECORD_VERSION) with the setting's path. */
export function readBody(kind: LinkKind, json: Json): LinkContent {
  switch (kind) {
    case 'run':
      return readRun(json)
    case 'view': {
      const fields = record(json, 'body', ['run', 'view'])
      return { kind, run: matching(fields['run'], 'run', RUN_ID), view: readView(fields['view']) }
    }
    case 'episode': {
      const fields = record(json, 'body', ['environment', 'config', 'seed', 'group', 'episode', 'split', 'actions'])
      return {
        kind,
        environment: matching(fields['environment'], 'environment', NAME),
        config: record(fields['config'], 'config', null),
        seed: whole(fields['seed'], 'seed', Number.MAX_SAFE_INTEGER),
        group: whole(fields['group'], 'group', MOST_COUNT),
        episode: whole(fields['episode'], 'episode', MOST_COUNT),
        // The pattern has just said that it is one of them.
        split: matching(fields['split'], 'split', /^(train|heldOut)$/) as EpisodeSplit,
        actions: list(fields['actions'], 'actions', MOST_ACTIONS).map((action, i) => {
          const [agent, written, ...more] = list(action, `actions.${i}`, 2)
          if (more.length > 0) throw invalid(`actions.${i}`, 'An action is an agent and a text.')
          return [matching(agent, `actions.${i}.agent`, AGENT), text(written, `actions.${i}.text`, 4096)] as const
        }),
      }
    }
    case 'environment': {
      const fields = record(json, 'body', ['title', 'source'])
      return { kind, title: text(fields['title'], 'title', 80), source: text(fields['source'], 'source', MOST_SOURCE) }
    }
    case 'lesson': {
      const fields = record(json, 'body', ['lesson', 'step', 'hide'])
      const hide = fields['hide'] === undefined ? {} : { hide: list(fields['hide'], 'hide', MOST_HIDDEN).map((part, i) => matching(part, `hide.${i}`, WORD)) }
      return { kind, lesson: matching(fields['lesson'], 'lesson', NAME), step: whole(fields['step'], 'step', 999), ...hide }
    }
  }
}

export function writeBody(content: LinkContent): Json {
  switch (content.kind) {
    case 'run':
      return writeRun(content)
    case 'view':
      return { run: content.run, view: writeView(content.view) }
    case 'episode':
      return {
        environment: content.environment,
        config: content.config,
        seed: content.seed,
        group: content.group,
        episode: content.episode,
        split: content.split,
        actions: content.actions,
      }
    case 'environment':
      return { title: content.title, source: content.source }
    case 'lesson':
      return { lesson: content.lesson, step: content.step, ...(content.hide === undefined ? {} : { hide: content.hide }) }
  }
}

function writeRun({ spec, view, digest, sources }: RunLink): Json {
  const changes = Object.fromEntries(specDifferences(spec).map(({ path, value }) => [path, value]))
  const seen = writeView(view)
  return {
    preset: spec.preset,
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
    print: fingerprint(spec),
    ...(Object.keys(seen).length === 0 ? {} : { view: seen }),
    ...(digest === null ? {} : { digest }),
    ...(sources.length === 0 ? {} : { sources }),
  }
}

function readRun(json: Json): RunLink {
  const fields = record(json, 'body', ['preset', 'changes', 'print', 'view', 'digest', 'sources'])
  const preset = unwrap(presetSpec(matching(fields['preset'], 'preset', NAME)))
  const changes = record(fields['changes'] ?? {}, 'changes', null)
  for (const path of Object.keys(changes)) {
    if (!SPEC_FIELD.has(path) || path === 'preset' || path === 'version') {
      throw invalid('changes', `${JSON.stringify(path.slice(0, 40))} is not a setting of a run that a link may change.`)
    }
  }
  const spec = unwrap(parseRunSpec(withSettings(preset, changes)))
  return {
    kind: 'run',
    spec,
    view: readView(fields['view'] ?? {}),
    digest: fields['digest'] === undefined ? null : matching(fields['digest'], 'digest', /^[0-9a-f]{64}$/),
    sources: fields['sources'] === undefined ? [] : readSources(fields['sources'], spec),
    presetChanged: matching(fields['print'], 'print', /^[0-9a-f]{8}$/) !== fingerprint(spec),
  }
}

/** All versions that the spec names, each with the text that its hash is of, or none of them. */
function readSources(json: Json, spec: RunSpec): readonly string[] {
  const named = sourcesOf(spec)
  const sources = list(json, 'sources', MOST_SOURCES).map((source, i) => text(source, `sources.${i}`, MOST_SOURCE))
  if (sources.length !== named.length) throw invalid('sources', `The link holds ${sources.length} sources, and its run names ${named.length}.`)
  for (const [i, source] of sources.entries()) {
    if (textHash(source) !== named[i]) throw invalid(`sources.${i}`, 'The link holds another source than its run names.')
  }
  return sources
}

/** Eight hexadecimal digits of everything that decides the run. */
const fingerprint = (spec: RunSpec): string =>
  crc32(bytesOfText(canonicalJson(identityOf(spec))))
    .toString(16)
    .padStart(8, '0')

function readView(json: Json | undefined): LinkView {
  const fields = record(json, 'view', [...WORD_FIELDS, ...COUNT_FIELDS])
  const words = WORD_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, matching(fields[name], `view.${name}`, WORD)]]))
  const counts = COUNT_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, whole(fields[name], `view.${name}`, MOST_COUNT)]]))
  return Object.fromEntries([...words, ...counts])
}

const writeView = (view: LinkView): Fields =>
  Object.fromEntries(
    [...WORD_FIELDS, ...COUNT_FIELDS].flatMap((name) => {
      const value = view[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
