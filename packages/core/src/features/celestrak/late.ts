/** Writers and look-ups of CelesTrak's paths, loaded with the first such request. */

export { findObjects, objectsOfGroup } from '#features/celestrak/held-objects'
export { writeGp } from '#features/celestrak/write-gp'
export { writeSatcat } from '#features/celestrak/write-satcat'
export { satcatCsv, toSatcatRecord } from '#features/objects/satcat/satcat-records'
