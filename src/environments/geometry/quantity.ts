// An answer as a value: a number, perhaps a root, perhaps times π, in a unit; read from text in simple forms and compared by
// value. Whole numbers, decimals, fractions, `3√2`, `3*sqrt(2)`, `9pi`, `62°`, `7 cm`. Knows no problem.

export type Unit = '°' | 'cm' | 'cm²'

/** `factor` × √`root` × (π, or 1). */
export type Quantity = {
  readonly factor: number
  readonly root: number
  readonly pi: boolean
  readonly unit: Unit
}

/** What a text says. Without a unit it is taken in the unit that was asked for. */
export type WrittenQuantity = Omit<Quantity, 'unit'> & { readonly unit: Unit | null; readonly decimals: number }

export const quantity = (factor: number, unit: Unit, { root = 1, pi = false }: { root?: number; pi?: boolean } = {}): Quantity => ({ factor, root, pi, unit })

/** √n with squares taken out: √12 is 2√3. */
export function rootOf(n: number, unit: Unit): Quantity {
  let [factor, root] = [1, n]
  for (let divisor = 2; divisor * divisor <= root; divisor++) {
    while (root % (divisor * divisor) === 0) {
      root /= divisor * divisor
      factor *= divisor
    }
  }
  return quantity(factor, unit, { root })
}

/** The value to the bits that all browsers share: products and one square root, π last. */
export const amountOf = ({ factor, root, pi }: Omit<Quantity, 'unit'>): number => factor * Math.sqrt(root) * (pi ? Math.PI : 1)

const NUMBER = String.raw`(\d{1,9}(?:\.\d{1,9})?)`
const FORM = new RegExp(
  String.raw`^(-?)${NUMBER}?(?:\s*/\s*(\d{1,9}))?\s*\*?\s*(?:(?:√|sqrt)\s*\(?\s*(\d{1,9})\s*\)?)?\s*\*?\s*(π|pi)?(?:\s*/\s*(\d{1,9}))?\s*(°|deg|degrees?|cm\^2|cm2|cm²|cm)?$`,
)

const UNITS: Readonly<Record<string, Unit>> = { '°': '°', deg: '°', degree: '°', degrees: '°', cm: 'cm', 'cm^2': 'cm²', cm2: 'cm²', 'cm²': 'cm²' }

/** The quantity that a text means; null for a text that is none. Never throws. */
export function readQuantity(text: string): WrittenQuantity | null {
  const found = FORM.exec(text.trim())
  if (found === null) return null
  const [, sign, number, under, root, pi, below, unit] = found
  // A number stands before a fraction line; a unit alone is no quantity.
  if (number === undefined && (under !== undefined || (root === undefined && pi === undefined))) return null
  if (Number(under ?? 1) === 0 || Number(below ?? 1) === 0) return null
  const factor = ((sign === '-' ? -1 : 1) * Number(number ?? 1)) / Number(under ?? 1) / Number(below ?? 1)
  return {
    factor,
    root: Number(root ?? 1),
    pi: pi !== undefined,
    unit: unit === undefined ? null : (UNITS[unit] ?? null),
    decimals: number?.split('.')[1]?.length ?? 0,
  }
}

/** Whether a written quantity is the right one: exactly, or a decimal of two places or more that rounds to it. */
export function sameQuantity(written: WrittenQuantity, right: Quantity): boolean {
  if (written.unit !== null && written.unit !== right.unit) return false
  const [said, meant] = [amountOf(written), amountOf(right)]
  const exact = 1e-9 * Math.max(1, Math.abs(meant))
  if (Math.abs(said - meant) <= exact) return true
  const decimal = written.decimals >= 2 && written.root === 1 && !written.pi
  return decimal && Math.abs(said - meant) <= 0.5 / 10 ** written.decimals + exact
}

/** As a person writes it, the unit left out: `62`, `2√3`, `9π`; `plain` keeps to signs that every base can write. */
export function formatQuantity({ factor, root, pi }: Quantity, plain = true): string {
  const rootText = root === 1 ? '' : plain ? `sqrt(${root})` : `√${root}`
  const piText = pi ? (plain ? 'pi' : 'π') : ''
  const lead = factor === 1 && rootText + piText !== '' ? '' : String(factor)
  const product = plain && lead !== '' && rootText !== '' ? '*' : ''
  return `${lead}${product}${rootText}${piText}`
}
