import { launchStatuses } from '#features/launches/terms'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

/** Serves the statuses of launches. */
export const referenceLaunchStatuses = referenceTable({
  path: '/ref/launch-statuses',
  operationId: 'listLaunchStatuses',
  summary: 'Launch statuses',
  name: 'statuses',
  rowName: 'LaunchStatusMeaning',
  row: { status: text('Value of the field status', 'go'), meaning: text('Meaning', launchStatuses.go) },
  rows: () => Object.entries(launchStatuses).map(([status, meaning]) => ({ status, meaning })),
})
