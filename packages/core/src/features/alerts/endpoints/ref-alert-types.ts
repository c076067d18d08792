import { alertTypes } from '#features/alerts/alert-types'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { oneOf, text } from '#kernel/endpoint/schemas'

/** Serves the types of alerts. */
export const referenceAlertTypes = referenceTable({
  path: '/ref/alert-types',
  operationId: 'listAlertTypes',
  summary: 'Types of alerts',
  name: 'types',
  rowName: 'AlertTypeMeaning',
  row: {
    type: text('Type, as in `types` of a webhook and `type` of an alert', 'geomagnetic.storm_started'),
    audience: oneOf(
      'Recipients: public (everyone), watchers (accounts with a webhook that names the subject), account ' +
        '(the account concerned) or operator (the receivers of the operator)',
      ['public', 'watchers', 'account', 'operator'],
    ),
    summary: text('When an alert of this type is sent', 'A geomagnetic storm of at least G1 has begun.'),
  },
  rows: () => alertTypes.map(({ type, audience, summary }) => ({ type, audience, summary })),
})
