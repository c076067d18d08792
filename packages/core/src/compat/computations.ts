/** What the paths of other services compute and write, which is loaded with the first of such requests. */

export { satcatCsv, toSatcatRecord } from '#catalogue/satcat/satcat-records'
export { findObjects, objectsOfGroup } from '#compat/celestrak/held-objects'
export { writeGp } from '#compat/celestrak/write-gp'
export { writeSatcat } from '#compat/celestrak/write-satcat'
export { computeIssNow, computeIssPasses } from '#compat/open-notify/compute-iss'
export { swpcFiles } from '#compat/swpc/swpc-files'
export { writeFile } from '#compat/swpc/write-file'
