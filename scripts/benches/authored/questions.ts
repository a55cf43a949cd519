// Questions of graded difficulty for the bench `authored`: what goes with a name, what stands beside it, sums, turns, copies, parity. Data alone.

import type { Question } from './question.ts'

const NAMES = `const NAMES = ['fig', 'nut', 'pea', 'rye', 'yam', 'oat', 'bun', 'egg', 'ham', 'jam', 'tea', 'pie', 'leek', 'corn', 'plum', 'kiwi']`
const ROSE = `const ROSE = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']`
const DAYS = `const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']`
const ORDER = `const order = [...'gcahebpfmdnokjil']`
const digits = (count: number): string => `Array.from({ length: ${count} }, (_, number) => String(number))`

/** Every name has an answer of its own, the same in every play: there is nothing but to remember it. */
const fixed = (count: number): Question => ({
  ...{ name: `names-${count}`, given: `${NAMES}\n${ORDER}`, answers: `order.slice(0, ${count})` },
  draw: `const one = rng.integer(${count}); return { asks: NAMES[one] + ': ', answer: order[one] }`,
})

/** The answer stands beside the name, in a list that every play draws anew. */
const listed = (count: number): Question => ({
  ...{ name: `list-${count}`, given: NAMES, answers: digits(10) },
  draw: `const values = Array.from({ length: ${count} }, () => String(rng.integer(10))); const one = rng.integer(${count})
    return { asks: values.map((value, at) => NAMES[at] + ' ' + value).join(', ') + '. ' + NAMES[one] + ': ', answer: values[one] }`,
})

/** The same, and the names stand in another order every time. */
const shuffled = (count: number): Question => ({
  ...{ name: `shuffled-list-${count}`, given: NAMES, answers: digits(10) },
  draw: `const rest = NAMES.slice(0, ${count}); const names = []; while (rest.length > 0) names.push(...rest.splice(rng.integer(rest.length), 1))
    const values = names.map(() => String(rng.integer(10))); const one = rng.integer(${count})
    return { asks: names.map((name, at) => name + ' ' + values[at]).join(', ') + '. ' + names[one] + ': ', answer: values[one] }`,
})

const parity = (count: number): Question => ({
  ...{ name: `parity-${count}`, answers: `['even', 'odd']` },
  draw: `const bits = Array.from({ length: ${count} }, () => rng.integer(2))
    return { asks: bits.join('') + ': ', answer: bits.reduce((a, b) => a + b, 0) % 2 === 0 ? 'even' : 'odd' }`,
})

const copy = (count: number, backwards: boolean): Question => ({
  ...{ name: `${backwards ? 'backwards' : 'copy'}-${count}`, answers: null },
  draw: `const word = Array.from({ length: ${count} }, () => 'abcdefgh'[rng.integer(8)]).join('')
    return { asks: word + ': ', answer: ${backwards ? `[...word].reverse().join('')` : 'word'} }`,
})

const sum = (places: number): Question => ({
  ...{ name: `sum-${places}`, answers: places === 1 ? digits(19) : null },
  draw: `const [a, b] = [rng.integer(${10 ** places}), rng.integer(${10 ** places})]; return { asks: a + '+' + b + '=', answer: String(a + b) }`,
})

const clock = (hours: number, written: string): Question => ({
  ...{
    name: `clock-${hours}-${written === 'digits' ? 'digits' : 'letters'}`,
    given: `const HOURS = [...'${written === 'digits' ? '0123456789' : 'gcahebpfmd'}'].slice(0, ${hours})`,
  },
  ...{
    answers: 'HOURS',
    draw: `const [a, b] = [rng.integer(${hours}), rng.integer(${hours})]; return { asks: HOURS[a] + ' ' + HOURS[b] + ': ', answer: HOURS[(a + b) % ${hours}] }`,
  },
})

const compass = (name: string, asks: string): Question => ({
  ...{ name, given: ROSE, answers: 'ROSE' },
  draw: `const [facing, turns] = [rng.integer(8), 1 + rng.integer(7)]; return { asks: ${asks}, answer: ROSE[(facing + turns) % 8] }`,
})

export const QUESTIONS: readonly Question[] = [
  fixed(4),
  fixed(8),
  fixed(16),
  listed(4),
  listed(8),
  shuffled(4),
  shuffled(8),
  // Eight directions by name, turned by a number of steps: what a fresh hand wrote, and what was not learned.
  compass('compass', `'facing ' + ROSE[facing] + ', ' + turns + ' to the right: '`),
  { ...compass('compass-lower', `'facing ' + ROSE[facing] + ', ' + turns + ' to the right: '`), given: ROSE.toLowerCase().replaceAll('rose', 'ROSE') },
  compass('compass-short', `ROSE[facing] + turns + ': '`),
  compass('compass-told', `ROSE.join(' ') + '. facing ' + ROSE[facing] + ', ' + turns + ' to the right: '`),
  compass('compass-way', `Array.from({ length: 8 }, (_, at) => at + ROSE[(facing + at) % 8]).join(' ') + '. ' + turns + ': '`),
  {
    ...{ name: 'compass-4', given: `const ROSE = ['N', 'E', 'S', 'W']`, answers: 'ROSE' },
    draw: `const [facing, turns] = [rng.integer(4), 1 + rng.integer(3)]
      return { asks: 'facing ' + ROSE[facing] + ', ' + turns + ' to the right: ', answer: ROSE[(facing + turns) % 4] }`,
  },
  {
    ...{ name: 'turns-2', given: `const ROSE = ['N', 'E', 'S', 'W']; const WAYS = ['left', 'right', 'back']; const BY = [3, 1, 2]`, answers: 'ROSE' },
    draw: `const [facing, a, b] = [rng.integer(4), rng.integer(3), rng.integer(3)]
      return { asks: 'facing ' + ROSE[facing] + ', ' + WAYS[a] + ', ' + WAYS[b] + ': ', answer: ROSE[(facing + BY[a] + BY[b]) % 4] }`,
  },
  {
    ...{ name: 'weekday', given: DAYS, answers: 'DAYS' },
    draw: `const [day, later] = [rng.integer(7), rng.integer(7)]; return { asks: DAYS[day] + ' + ' + later + ': ', answer: DAYS[(day + later) % 7] }`,
  },
  {
    ...{ name: 'tomorrow', given: DAYS, answers: 'DAYS' },
    draw: `const day = rng.integer(7); return { asks: 'after ' + DAYS[day] + ' comes ', answer: DAYS[(day + 1) % 7] }`,
  },
  clock(8, 'digits'),
  clock(8, 'letters'),
  clock(5, 'letters'),
  clock(10, 'digits'),
  {
    ...{ name: 'next-letter', given: `const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']`, answers: 'LETTERS' },
    draw: `const one = rng.integer(26); return { asks: LETTERS[one] + ': ', answer: LETTERS[(one + 1) % 26] }`,
  },
  sum(1),
  sum(2),
  sum(3),
  {
    ...{ name: 'product', answers: null },
    draw: `const [a, b] = [rng.integer(10), rng.integer(10)]; return { asks: a + '*' + b + '=', answer: String(a * b) }`,
  },
  {
    ...{ name: 'remainder-3', answers: digits(3) },
    draw: `const n = rng.integer(100); return { asks: n + ' by 3 leaves ', answer: String(n % 3) }`,
  },
  {
    ...{ name: 'even-99', answers: `['even', 'odd']` },
    draw: `const n = rng.integer(100); return { asks: n + ' is ', answer: n % 2 === 0 ? 'even' : 'odd' }`,
  },
  {
    ...{ name: 'greater-99', answers: `['<', '>', '=']` },
    draw: `const [a, b] = [rng.integer(100), rng.integer(100)]; return { asks: a + '?' + b + ':', answer: a < b ? '<' : a > b ? '>' : '=' }`,
  },
  {
    ...{ name: 'between', answers: `['yes', 'no']` },
    draw: `const [n, a, b] = [rng.integer(10), rng.integer(10), rng.integer(10)]
      return { asks: n + ' between ' + Math.min(a, b) + ' and ' + Math.max(a, b) + '? ', answer: n >= Math.min(a, b) && n <= Math.max(a, b) ? 'yes' : 'no' }`,
  },
  {
    ...{ name: 'greatest-of-3', answers: `['a', 'b', 'c']` },
    draw: `const values = Array.from({ length: 3 }, () => rng.integer(10))
      return { asks: 'a' + values[0] + ' b' + values[1] + ' c' + values[2] + ': ', answer: 'abc'[values.indexOf(Math.max(...values))] }`,
  },
  {
    ...{ name: 'most-of-7', answers: `['x', 'o']` },
    draw: `const signs = Array.from({ length: 7 }, () => 'xo'[rng.integer(2)]); const x = signs.filter((sign) => sign === 'x').length
      return { asks: signs.join('') + ': ', answer: x > 3 ? 'x' : 'o' }`,
  },
  {
    ...{ name: 'same-colour', given: `const COLOURS = ['red', 'blue', 'green', 'white', 'black', 'pink']`, answers: `['same', 'other']` },
    draw: `const a = rng.integer(6); const b = rng.integer(2) === 0 ? a : rng.integer(6)
      return { asks: COLOURS[a] + ' and ' + COLOURS[b] + ': ', answer: a === b ? 'same' : 'other' }`,
  },
  {
    ...{ name: 'odd-one-out', answers: `['1', '2', '3', '4']` },
    draw: `const [usual, other] = rng.integer(2) === 0 ? 'ab' : 'ba'; const place = rng.integer(4)
      return { asks: [0, 1, 2, 3].map((at) => (at === place ? other : usual)).join('') + ': ', answer: String(place + 1) }`,
  },
  parity(4),
  parity(8),
  parity(16),
  copy(3, false),
  copy(6, false),
  copy(3, true),
  {
    ...{ name: 'sorted-3', answers: null },
    draw: `const word = Array.from({ length: 3 }, () => 'abcdefgh'[rng.integer(8)]); return { asks: word.join('') + ': ', answer: [...word].sort().join('') }`,
  },
]
