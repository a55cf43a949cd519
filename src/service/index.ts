// The public face of the training-service interface.

export type * from './action-mask.ts'
export { UNMASKED } from './action-mask.ts'
export type * from './datum.ts'
export type * from './image.ts'
export type * from './service.ts'
export { BASE_SNAPSHOT, PROJECTIONS } from './service.ts'
