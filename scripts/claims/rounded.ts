// How figures of benches and checks are rounded.

/** To so many significant digits. */
export const rounded = (value: number, digits = 4): number => Number(value.toPrecision(digits))
