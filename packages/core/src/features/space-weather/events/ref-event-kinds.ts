import { eventKinds } from '#features/space-weather/events/solar-event'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

/** Serves the kinds of solar events. */
export const referenceEventKinds = referenceTable({
  path: '/ref/event-kinds',
  operationId: 'listEventKinds',
  summary: 'Kinds of events',
  name: 'kinds',
  rowName: 'EventKindMeaning',
  row: { kind: text('Value of the field kind', 'cme'), meaning: text('Meaning', eventKinds.cme) },
  rows: () => Object.entries(eventKinds).map(([kind, meaning]) => ({ kind, meaning })),
})
