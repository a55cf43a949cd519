// Hostile sources, by kind: a harmless environment with one part replaced by an attack, and the codes with which it may be answered.
// Data only; the check `sandbox` and the unit test run them.

import type { ErrorCode } from '../../base/errors.ts'

export interface HostileCase {
  readonly kind: 'endless' | 'memory' | 'stack' | 'size' | 'tampering' | 'host' | 'chance' | 'data' | 'unstable' | 'promises' | 'source'
  readonly name: string
  readonly source: string
  /** How it may end. `harmless`: every call was answered, and nothing outside changed. */
  readonly ends: readonly (ErrorCode | 'harmless')[]
  /** The interpreter cannot end it soon by its own count: whoever holds the worker does. */
  readonly byTheClock?: true
}

const PARTS = {
  top: '',
  init: 'return { n: 0 }',
  agents: "return state.n > 0 ? [] : ['agent']",
  turn: "return state.n > 0 ? [] : ['agent']",
  observe: 'return state',
  legalActions: "return { kind: 'list', actions: ['a', 'b'] }",
  step: "return { state: { n: 1 }, rewards: { agent: actions.agent === 'a' ? 1 : 0 }, terminated: { agent: true }, info: {} }",
  prompt: "return 'say:'",
  parse: "return text === 'a;' || text === 'b;' ? { ok: true, value: text[0] } : { ok: false, error: { reason: 'say a or b' } }",
  format: "return action + ';'",
  spec: "{ id: 'hostile-v1', title: 'Hostile', summary: 'Attacks.', possibleAgents: ['agent'], maxTurns: 2, config: {} }",
}
type Part = keyof typeof PARTS

/** The harmless environment with some parts replaced. */
export function sourceWith(parts: Partial<Record<Part, string>>): string {
  const { top, init, agents, turn, observe, legalActions, step, prompt, parse, format, spec } = { ...PARTS, ...parts }
  return [
    top,
    'export default {',
    `  spec: ${spec},`,
    "  stopText: ';',",
    `  init(config, split, rng) { ${init} },`,
    `  agents(state) { ${agents} },`,
    `  turn(state) { ${turn} },`,
    `  observe(state, agent) { ${observe} },`,
    `  legalActions(state, agent) { ${legalActions} },`,
    `  step(state, actions, rng) { ${step} },`,
    `  prompt(observation, agent) { ${prompt} },`,
    `  parse(text, observation) { ${parse} },`,
    `  format(action) { ${format} },`,
    '}',
  ].join('\n')
}

type Ends = HostileCase['ends']
const attack = (kind: HostileCase['kind'], name: string, parts: Partial<Record<Part, string>>, ...ends: Ends): HostileCase => ({
  kind,
  name,
  source: sourceWith(parts),
  ends,
})
/** An attack on one hook. */
const within = (kind: HostileCase['kind'], name: string, part: Part, code: string, ...ends: Ends): HostileCase => attack(kind, name, { [part]: code }, ...ends)
const byTheClock = (hostile: HostileCase): HostileCase => ({ ...hostile, byTheClock: true })

const HOOKS = ['init', 'agents', 'turn', 'observe', 'legalActions', 'step', 'prompt', 'parse', 'format'] as const
const rewards = (name: string, value: string): HostileCase =>
  within('data', name, 'step', `return { state: { n: 1 }, rewards: { agent: ${value} }, terminated: { agent: true }, info: {} }`, 'SANDBOX_DATA')
const manyAgents = "{ id: 'hostile-v1', title: 'T', summary: 'S', possibleAgents: Array.from({ length: 1e5 }, (_, i) => 'a' + i), maxTurns: 2, config: {} }"
const endlessDepth =
  "const deep = () => new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: () => deep() })"
const flood = 'const flood = () => Promise.resolve().then(flood).then(flood); for (let i = 0; i < 1000; i++) flood(); return state'

export const HOSTILE_CASES: readonly HostileCase[] = [
  ...HOOKS.map((hook) => within('endless', `a loop without end in ${hook}`, hook, 'for (;;) {}', 'SANDBOX_LIMIT')),
  within('endless', 'a loop without end while it is loaded', 'top', 'for (;;) {}', 'SANDBOX_LIMIT'),
  within('endless', 'a loop that catches everything', 'step', 'for (;;) { try { for (;;) {} } catch {} }', 'SANDBOX_LIMIT'),
  within('endless', 'a regular expression that backtracks', 'prompt', "return String(/^(a+)+$/.test('a'.repeat(40) + 'b'))", 'SANDBOX_LIMIT'),
  within('endless', 'a native loop over an endless list', 'prompt', 'return String([].indexOf.call({ length: 2 ** 53 - 1 }, 1))', 'SANDBOX_THREW'),
  within('endless', 'a sparse list of four billion', 'prompt', 'const all = []; all.length = 4e9; return String(all.includes(1))', 'SANDBOX_THREW'),
  within('endless', 'a comparison that never returns', 'prompt', 'return String([3, 1, 2].sort(() => { for (;;) {} }))', 'SANDBOX_LIMIT'),
  within('endless', 'a generator without end', 'prompt', 'function* all() { for (;;) yield 1 } return String([...all()].length)', 'SANDBOX_LIMIT'),
  byTheClock(
    within(
      'endless',
      'a product of enormous numbers',
      'prompt',
      'let n = 3n; for (let i = 0; i < 40; i++) n *= n; return String(n > 1n)',
      'SANDBOX_LIMIT',
      'SANDBOX_THREW',
    ),
  ),
  within('memory', 'a list that grows', 'step', 'const all = []; for (;;) all.push([1, 2, 3])', 'SANDBOX_LIMIT'),
  byTheClock(within('memory', 'a text that doubles', 'step', "let text = 'x'; for (;;) text += text", 'SANDBOX_LIMIT', 'SANDBOX_THREW')),
  within('memory', 'a gigabyte at once', 'step', 'return new Uint8Array(1e9).length', 'SANDBOX_LIMIT', 'SANDBOX_THREW'),
  attack(
    'memory',
    'memory kept between calls',
    { top: 'const kept = []', observe: "for (let i = 0; i < 5e5; i++) kept.push({ i, text: 'x' + i }); return state" },
    'SANDBOX_LIMIT',
  ),
  attack(
    'memory',
    'many closures',
    { top: 'let last = () => 0', observe: 'for (let i = 0; i < 1e7; i++) { const before = last; last = () => before }; return state' },
    'SANDBOX_LIMIT',
  ),
  within('stack', 'a recursion without end', 'prompt', 'const down = () => down() + 1; return String(down())', 'SANDBOX_LIMIT'),
  within('stack', 'a getter that calls itself', 'observe', 'return { get a() { return this.a } }', 'SANDBOX_LIMIT'),
  within(
    'stack',
    'a deeply nested text as JSON',
    'observe',
    "return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))",
    'SANDBOX_LIMIT',
    'SANDBOX_DATA',
    'SANDBOX_THREW',
  ),
  within('size', 'a prompt of more than a million characters', 'prompt', "return 'abcdefghij'.repeat(150000)", 'SANDBOX_DATA'),
  within('size', 'an observation of a million entries', 'observe', 'return Array.from({ length: 1e6 }, (_, i) => i)', 'SANDBOX_DATA', 'SANDBOX_LIMIT'),
  within('size', 'a hundred thousand agents', 'spec', manyAgents, 'SANDBOX_DATA'),
  within(
    'size',
    'a million legal actions',
    'legalActions',
    "return { kind: 'list', actions: Array.from({ length: 1e6 }, (_, i) => String(i)) }",
    'SANDBOX_DATA',
    'SANDBOX_LIMIT',
  ),
  { kind: 'size', name: 'a source of a megabyte', source: `${sourceWith({})}\n//${'x'.repeat(1_000_000)}`, ends: ['SANDBOX_LIMIT'] },
  within('tampering', 'Object.prototype', 'top', 'Object.prototype.agent = 5', 'SANDBOX_THREW'),
  within('tampering', 'Array.prototype.map', 'top', 'Array.prototype.map = () => []', 'SANDBOX_THREW'),
  within('tampering', 'JSON.stringify', 'top', "JSON.stringify = () => '{}'", 'SANDBOX_THREW'),
  within('tampering', 'the iterator of lists', 'top', '[][Symbol.iterator]().__proto__.next = () => ({ done: true })', 'SANDBOX_THREW'),
  within('tampering', 'Function.prototype.call', 'top', 'Function.prototype.call = () => 1', 'SANDBOX_THREW'),
  within('tampering', 'a key __proto__ in the state', 'init', `return JSON.parse('{"__proto__": { "agent": 1 }}')`, 'SANDBOX_DATA'),
  within(
    'tampering',
    'the frozen input',
    'step',
    'state.n = 9; return { state, rewards: { agent: 0 }, terminated: { agent: true }, info: {} }',
    'SANDBOX_THREW',
  ),
  within('host', 'fetch', 'step', "return fetch('https://example.org')", 'SANDBOX_THREW'),
  within('host', 'XMLHttpRequest and WebSocket', 'step', "return [new XMLHttpRequest(), new WebSocket('ws://localhost')]", 'SANDBOX_THREW'),
  within('host', 'storage', 'step', 'return [indexedDB, localStorage, caches]', 'SANDBOX_THREW'),
  within('host', 'timers', 'step', 'setTimeout(() => 1, 0); return 1', 'SANDBOX_THREW'),
  within('host', 'the parent and its document', 'step', 'return parent.document.cookie', 'SANDBOX_THREW'),
  within('host', 'postMessage and close', 'step', 'postMessage(1); close()', 'SANDBOX_THREW'),
  within('host', 'process and require', 'step', "return require('node:fs') ?? process.env", 'SANDBOX_THREW'),
  within('host', 'import at the top', 'top', "import fs from 'node:fs'; fs.readFileSync('/etc/passwd')", 'SANDBOX_SOURCE'),
  within('host', 'import of what nothing uses', 'top', "import fs from 'node:fs'", 'SANDBOX_SOURCE'),
  within('host', 'import of an address', 'top', "import x from 'https://example.org/x.js'; x()", 'SANDBOX_SOURCE'),
  within('host', 'dynamic import', 'observe', "import('node:fs').then((fs) => fs.readFileSync('/etc/passwd')); return state", 'harmless', 'SANDBOX_THREW'),
  within('host', 'the modules of the sandbox itself', 'top', "import { call } from './main.ts'; call('init', '[]', -1, -1, 1)", 'SANDBOX_SOURCE'),
  within(
    'host',
    'the modules of the sandbox itself, by the names that they have among themselves',
    'top',
    "import { askedHook } from './turns.ts'; askedHook()",
    'SANDBOX_SOURCE',
  ),
  within('host', 'WebAssembly', 'step', 'return new WebAssembly.Memory({ initial: 1 })', 'SANDBOX_THREW'),
  within('host', 'Function and eval reach no further', 'step', "return Function('return this.process ?? this.self ?? this.window')().exit()", 'SANDBOX_THREW'),
  within('host', 'the constructor of a constructor', 'step', "return state.constructor.constructor('return fetch')()('x')", 'SANDBOX_THREW'),
  within('host', 'workers', 'step', "return new Worker('x.js')", 'SANDBOX_THREW'),
  within('host', 'shared memory', 'step', 'return new SharedArrayBuffer(8)', 'SANDBOX_THREW'),
  within('chance', 'Math.random', 'init', 'return { n: Math.random() }', 'SANDBOX_THREW'),
  within('chance', 'the clock', 'init', 'return { n: Date.now() }', 'SANDBOX_THREW'),
  within('chance', 'performance.now', 'init', 'return { n: performance.now() }', 'SANDBOX_THREW'),
  within('chance', 'garbage collection', 'init', 'return { n: new WeakRef({}).deref() === undefined ? 1 : 0 }', 'SANDBOX_THREW'),
  rewards('a reward that is no number', 'Number.NaN'),
  rewards('an infinite reward', '1 / 0'),
  rewards('a reward as text', "'1'"),
  within('data', 'a missing state', 'step', 'return { rewards: { agent: 0 }, terminated: { agent: true }, info: {} }', 'SANDBOX_DATA'),
  within('data', 'a state that contains itself', 'init', 'const state = { n: 0 }; state.self = state; return state', 'SANDBOX_DATA'),
  within('data', 'a proxy that never answers', 'init', 'return new Proxy({}, { ownKeys: () => { for (;;) {} } })', 'SANDBOX_LIMIT'),
  within('data', 'a proxy without end in depth', 'init', `${endlessDepth}; return deep()`, 'SANDBOX_DATA'),
  within('data', 'a getter that throws', 'init', "return { get n() { throw new Error('no') } }", 'SANDBOX_THREW'),
  attack('data', 'a getter that differs each time', { top: 'let turns = 0', observe: 'return { get n() { return turns++ } }' }, 'harmless'),
  within(
    'endless',
    'a length that grows once it was read',
    'prompt',
    'let reads = 0; return String(Array.prototype.indexOf.call({ get length() { return reads++ > 0 ? 2 ** 33 : 1 } }, 1))',
    'SANDBOX_THREW',
  ),
  within(
    'endless',
    'a length that is worked out',
    'prompt',
    'let reads = 0; return String(Array.prototype.indexOf.call({ length: { valueOf: () => (reads++ > 0 ? 2 ** 33 : 1) } }, 1))',
    'SANDBOX_THREW',
  ),
  within(
    'endless',
    'the length of a function',
    'prompt',
    "return String(Array.prototype.indexOf.call(Object.defineProperty(() => 1, 'length', { value: 2 ** 33 }), 1))",
    'SANDBOX_THREW',
  ),
  within(
    'endless',
    'a proxy that states a length',
    'prompt',
    "const get = (_, name) => (name === 'length' ? 2 ** 33 : undefined); return String(Array.prototype.indexOf.call(new Proxy({}, { get }), 1))",
    'SANDBOX_THREW',
  ),
  within(
    'endless',
    'the proxy of a list, and one below a record',
    'prompt',
    "const get = (_, name) => (name === 'length' ? 2 ** 33 : undefined); try { [new Proxy([], { get })].flat() } catch {} return [].concat.call([], Object.create(Proxy.revocable({}, { get }).proxy)).join()",
    'SANDBOX_THREW',
  ),
  within('endless', 'a list of nothing within a list', 'prompt', 'const none = []; none.length = 2 ** 32 - 1; return [none].flat().join()', 'SANDBOX_LIMIT'),
  within(
    'endless',
    'lists of nothing for entries',
    'prompt',
    'const none = []; none.length = 2 ** 32 - 1; return [1].flatMap(() => none).join()',
    'SANDBOX_LIMIT',
  ),
  within('data', 'toJSON', 'init', "return { n: 0, toJSON() { return { n: 'else' } } }", 'SANDBOX_DATA'),
  within('data', 'a function, a symbol, a class', 'init', 'return { n: 0, f() {}, s: Symbol(), m: new Map() }', 'SANDBOX_DATA'),
  within('data', 'an agent that does not exist', 'turn', "return ['somebody']", 'SANDBOX_DATA'),
  within('data', 'a text instead of legal actions', 'legalActions', "return 'all'", 'SANDBOX_DATA'),
  within('data', 'a thrown proxy', 'init', 'throw new Proxy({}, { get: () => { for (;;) {} } })', 'SANDBOX_THREW', 'SANDBOX_LIMIT'),
  within('data', 'a thrown text of a megabyte', 'init', "throw 'abcdefghij'.repeat(100000)", 'SANDBOX_THREW'),
  attack('unstable', 'answers that change between calls', { top: 'let calls = 0', observe: 'return { n: calls++ }' }, 'harmless'),
  within(
    'unstable',
    'a definition that replaces its own hooks',
    'init',
    'this.step = () => { for (;;) {} }; return { n: 0 }',
    'SANDBOX_LIMIT',
    'SANDBOX_THREW',
  ),
  within('promises', 'a promise instead of an answer', 'init', 'return Promise.resolve({ n: 0 })', 'SANDBOX_DATA'),
  within('promises', 'a flood of promises', 'observe', flood, 'harmless'),
  within('promises', 'await at the top that never comes', 'top', 'await new Promise(() => {})', 'SANDBOX_SOURCE'),
  within('promises', 'a loop of jobs at the top', 'top', 'await (async () => { for (;;) await 0 })()', 'SANDBOX_LIMIT', 'SANDBOX_SOURCE', 'SANDBOX_THREW'),
  { kind: 'source', name: 'no source', source: '', ends: ['SANDBOX_DATA'] },
  { kind: 'source', name: 'a source that is no program', source: 'export default {{{', ends: ['SANDBOX_SOURCE'] },
  { kind: 'source', name: 'a default export that is a function', source: 'export default () => 1', ends: ['SANDBOX_DATA'] },
  { kind: 'source', name: 'an export whose getter loops', source: 'export default { get spec() { for (;;) {} } }', ends: ['SANDBOX_LIMIT'] },
]
