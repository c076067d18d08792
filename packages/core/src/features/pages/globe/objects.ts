import { runFile } from '#features/pages/globe/run-file'

/** Serves the element sets of the published run, packed for the globe. */
export const globeObjects = runFile({
  path: '/globe/objects',
  operationId: 'getGlobeObjects',
  summary: 'Element sets of all objects, packed',
  description:
    'Binary, little-endian: version 2 and the number n of objects (u32 each), time of the catalogue in epoch ' +
    'milliseconds (f64); then columns of n values: epoch in milliseconds (f64), catalogue number, mean motion ' +
    'in 1e-8 revolutions per day, eccentricity in 1e-7, inclination, right ascension of the ascending node, ' +
    'argument of pericenter and mean anomaly in 1e-4 degrees (u32 each), B* per Earth radius (f32), type (u8: ' +
    'payload, rocket body, debris, unknown), owner (u8: index in the list of owners, 255 if unknown); then ' +
    'in UTF-8, one per line, the names, and the owners: the code in SATCAT, a tab, and the name.',
  content: 'The packed element sets',
  type: 'application/octet-stream',
  render: async (run, shells) => (await import('#features/pages/pages')).packObjects(run, shells),
})
