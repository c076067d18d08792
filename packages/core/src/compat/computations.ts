/** Computations and writers for the paths of other services, loaded with the first such request. */

export { satcatCsv, toSatcatRecord } from '#catalogue/satcat/satcat-records'
export { findObjects, objectsOfGroup } from '#compat/celestrak/held-objects'
export { writeGp } from '#compat/celestrak/write-gp'
export { writeSatcat } from '#compat/celestrak/write-satcat'
export { computeIssNow, computeIssPasses } from '#compat/open-notify/compute-iss'
export { swpcFiles } from '#compat/swpc/swpc-files'
export { writeFile } from '#compat/swpc/write-file'
