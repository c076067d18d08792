/** The jobs with long computations, in one module that is imported when the first of them runs. */

export { addDays } from '#debris/night/add-days'
export { propagateForNight, propagateShells } from '#debris/night/propagate-shells'
