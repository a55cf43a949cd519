import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterHashes, lastBoxed } from './boxed.ts'
import { createJudge } from './mathematics.ts'
import { isSafe } from './written-answer.ts'

const judge = await createJudge()

describe('an answer', () => {
  it.each([
    ['0.5', '\\frac{1}{2}'],
    ['1/2', '\\frac12'],
    ['\\dfrac{2}{4}', '\\tfrac{1}{2}'],
    ['2\\sqrt{3}', '\\sqrt{12}'],
    ['2*sqrt(3)', '2 \\sqrt { 3 }'],
    ['2√3', '\\sqrt{12}'],
    ['3.46', '2\\sqrt{3}'],
    ['90', '90^\\circ'],
    ['90°', '$90^{\\circ}$'],
    ['90 degrees', '90'],
    ['9pi', '9\\pi'],
    ['28.27', '9\\pi'],
    ['1,250', '1250'],
    ['1250', '1{,}250'],
    ['\\$5', '5'],
    ['12 cm', '12'],
    ['12', '12\\text{ cm}'],
    ['(x+1)^2', 'x^2+2x+1'],
    ['1+x', 'x+1'],
    ['\\left(1,2\\right)', '(1, 2)'],
    ['\\boxed{7}', '7'],
    ['so \\boxed{\\frac{7}{1}}', '7'],
    ['Tuesday', '\\text{Tuesday}'.slice(6, -1)],
    ['\\frac{\\sqrt{3}}{3}', '\\frac{1}{\\sqrt 3}'],
    ['-\\frac{1}{2}', '-0.5'],
    ['50\\%', '0.5'],
  ])('%s is %s', (written, right) => {
    expect(judge.isRight(written, right)).toBe(true)
  })

  it.each([
    ['6', '5'],
    ['0.3', '\\frac{1}{3}'],
    ['3.5', '2\\sqrt{3}'],
    ['x+2', 'x+1'],
    ['(2,1)', '(1,2)'],
    ['', '5'],
    ['Monday', 'Tuesday'],
    ['-5', '5'],
    ['90', '9'],
    ['\\frac{1}{', '1'],
    ['28.26', '9\\pi'],
  ])('%s is not %s', (written, right) => {
    expect(judge.isRight(written, right)).toBe(false)
  })

  it('that cannot be one is told so', () => {
    for (const fine of ['5', '\\frac{3}{4}', 'x^2+1', 'Tuesday', '(-\\infty, 2]', '3 \\sqrt { 2 }', '\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}'])
      expect([fine, judge.complaint(fine)]).toEqual([fine, null])
    for (const broken of ['', ' ', '\\frac{1}{', '2x+', '\\foo{2}', '9'.repeat(300)]) expect(judge.complaint(broken)).not.toBeNull()
  })

  it('that would take for ever is not calculated', () => {
    for (const hostile of [
      '9^{9^{9^9}}',
      '9^9^9',
      '99999999999!',
      '9^{99999999999}',
      '(9^{99})^{99}',
      '((2^9)^9)^9',
      '\\sum_{i=1}^{99999999} i',
      '9'.repeat(60),
    ]) {
      expect([hostile, isSafe(hostile)]).toEqual([hostile, false])
      expect(judge.isRight(hostile, '5')).toBe(false)
    }
  })

  it('of any text is judged in time and without throwing', () => {
    const piece = fc.constantFrom(
      '\\frac',
      '{',
      '}',
      '1',
      '2',
      '9',
      'x',
      '^',
      '\\sqrt',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      ' ',
      '\\pi',
      '.',
      ',',
      '\\left',
      '=',
      '°',
      '√',
      '%',
      '_',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom('5', '\\frac{1}{2}', 'x+1', '9\\pi'), (pieces, right) => {
        const start = performance.now()
        expect(typeof judge.isRight(pieces.join(''), right)).toBe('boolean')
        expect(performance.now() - start).toBeLessThan(5000)
      }),
      { numRuns: 300 },
    )
  })
})

describe('final answers in solutions', () => {
  it('are the last box whose braces close', () => {
    expect(lastBoxed('a \\boxed{1} b \\boxed{\\frac{1}{2}} c')).toBe('\\frac{1}{2}')
    expect(lastBoxed('\\boxed{1} \\boxed{2')).toBe('1')
    expect(lastBoxed('\\boxed{\\{1, 2\\}}')).toBe('\\{1, 2\\}')
    expect(lastBoxed('\\boxed 5')).toBe('5')
    expect([lastBoxed(''), lastBoxed('\\boxed'), lastBoxed('\\boxed{'), lastBoxed('5')]).toEqual([null, null, null, null])
    fc.assert(
      fc.property(fc.string(), (text) => {
        lastBoxed(`${text}\\boxed{${text}`)
        afterHashes(text)
      }),
    )
  })

  it('stand behind the hashes', () => {
    expect([afterHashes('a\n#### 4'), afterHashes('#### 1\n#### 2,000 \nx'), afterHashes('4'), afterHashes('####\n4')]).toEqual(['4', '2,000', null, null])
  })
})
