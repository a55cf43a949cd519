// Whether a run's rules are an authored source: the one place that knows how a spec says so.

import type { RunSpec } from './spec.ts'

/** Whether a run's rules are a source that somebody wrote. Specs from before there were any name none. */
export const isAuthored = ({ environment }: Pick<RunSpec, 'environment'>): boolean => (environment.source ?? '') !== ''
