/** The jobs that compute, in one module, which is imported when the first of them runs. */

export { addDays } from '#debris/night/add-days'
export { propagateForNight, propagateShells } from '#debris/night/propagate-shells'
export { makeReport } from '#debris/reports/make-report'
