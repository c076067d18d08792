import { tleGroups } from '#features/objects/celestrak/tle-groups'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

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
