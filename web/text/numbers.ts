// Numbers as people read them: a true minus sign, a sign where direction matters, units where they help.

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

const MINUS = '−'
/** Between thousands: no line ends within a number. */
const THOUSANDS = '\u00a0'

export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : value > 0 ? '∞' : `${MINUS}∞`
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text
}

export function signed(value: number, digits: number): string {
  const text = fixed(value, digits)
  return value > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** Three significant digits, scientific where plain digits would hide them. */
export function significant(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size < 0.001 || size >= 100_000) return value.toExponential(1).replaceAll('-', MINUS)
  if (size >= 999.5) return `${value < 0 ? MINUS : ''}${whole(size)}`
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

export function whole(value: number): string {
  const text = String(Math.abs(Math.round(value)))
  if (text.length < 4) return value < 0 && text !== '0' ? `${MINUS}${text}` : text
  return grouped(Math.round(value))
}

/** With its thousands apart, and at most three digits behind the point. */
export const grouped = (value: number): string => GROUPED.format(value).replaceAll(',', THOUSANDS).replace('-', MINUS)

/** "1 step", "80 steps". */
export const counted = (count: number, one: string): string => `${whole(count)} ${one}${count === 1 ? '' : 's'}`

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  const units = ['KiB', 'MiB', 'GiB']
  let amount = value / 1024
  let unit = 0
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit] ?? ''}`
}

export function milliseconds(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(value >= 10_000 ? 0 : 1)} s` : `${Math.round(value)} ms`
}
