import { tleGroups } from '#catalogue/celestrak/tle-groups'
import { referenceTable } from '#endpoint/reference-table'
import { text } from '#endpoint/schemas'

/** Serves the names of the TLE groups. */
export const referenceTleGroups = referenceTable({
  path: '/ref/tle-groups',
  operationId: 'listTleGroups',
  summary: 'Names of the TLE groups',
  name: 'groups',
  rowName: 'TleGroup',
  row: { group: text('Name of the group', 'stations'), path: text('Path of its TLEs', '/v1/tle/stations') },
  rows: () => tleGroups.map((group) => ({ group, path: `/v1/tle/${group}` })),
})
