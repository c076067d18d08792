/** Simulated providers for `--sample` and for tests: no network, no state. */
export { sampleObjects } from '#celestrak/catalogue'
export { families } from '#celestrak/families'
export { type Elements, formatOmmCsv, formatOmmJson } from '#celestrak/omm'
export { formatSatcat } from '#celestrak/satcat'
export { classOfFlux, flares } from '#model/flares'
export { xrayAt } from '#model/goes'
export { CountedOrbits } from '#past/counted-orbits'
export { sampleFetch } from '#sample-fetch'
export { syntheticCatalogue } from '#synthetic/catalogue'
export {
  catalogueOfDays,
  numbersAt,
  sampleCatalogue,
  withSyntheticYears,
} from '#synthetic/sample-catalogue'
