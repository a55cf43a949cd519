// Promises that our own code makes to itself. A failed assertion is a defect of Tokenloom, not of its input.

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}

/** The value at an index that the caller has already bounded; asserts instead of returning undefined. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new Error(`Assertion failed: index ${index} of ${list.length}`)
  return value
}

/** Closes a union: the compiler refuses a switch that forgot a member. */
export function unreachable(value: never): never {
  throw new Error(`Assertion failed: unexpected ${JSON.stringify(value)}`)
}
