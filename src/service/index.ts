// The public face of the training-service interface.

export type * from './datum.ts'
export type * from './service.ts'
export { BASE_SNAPSHOT, PROJECTIONS } from './service.ts'
