/** The jobs that compute, in one module, which is imported when the first of them runs. */
export { makeReport } from '#jobs/make-report'
export { propagateForNight, propagateShells } from '#jobs/propagate-shells'
