// Which built-in environments show pictures, for whoever knows a run by its spec alone. Kept true by a test against the
// environments themselves (src/training/picture-arms.test.ts).

const PICTURE_ENVIRONMENTS: readonly string[] = ['geometry-v1', 'geometry-tries-v1']

export const showsPictures = (environment: string): boolean => PICTURE_ENVIRONMENTS.includes(environment)
