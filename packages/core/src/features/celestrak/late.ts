/** Writers and look-ups of CelesTrak's paths, loaded with the first such request. */
export { satcatCsv, toSatcatRecord } from '#catalogue/satcat/satcat-records'
export { findObjects, objectsOfGroup } from '#compat/celestrak/held-objects'
export { writeGp } from '#compat/celestrak/write-gp'
export { writeSatcat } from '#compat/celestrak/write-satcat'
