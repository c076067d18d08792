/** The jobs with long computations, in one module that is imported when the first of them runs. */

export { addDays } from '#features/debris/night/add-days'
export { propagateForNight, propagateShells } from '#features/debris/night/propagate-shells'
