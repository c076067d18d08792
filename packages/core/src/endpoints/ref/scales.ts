import { quantity, text } from '#declare/schemas'
import { referenceTable } from '#endpoints/ref/reference-table'
import { geomagneticStorms, radiationStorms, radioBlackouts } from '#reference/scales'

/** Serves the steps of the NOAA space-weather scales. */
export const referenceScales = referenceTable({
  path: '/ref/scales',
  operationId: 'listScales',
  summary: 'NOAA space-weather scales',
  name: 'scales',
  rowName: 'ScaleStep',
  row: {
    scale: text('Step of the scale: G geomagnetic storms, S radiation storms, R radio blackouts', 'G1'),
    name: text('NOAA’s name of the step', 'minor'),
    quantity: text('Field that the scale is derived from', 'kp'),
    from: quantity('Lowest value of that field', 5),
  },
  rows: () => [
    ...geomagneticStorms.map((step) => ({ ...step, quantity: 'kp' })),
    ...radiationStorms.map((step) => ({ ...step, quantity: 'flux_pfu' })),
    ...radioBlackouts.map((step) => ({ ...step, quantity: 'flux_w_m2' })),
  ],
})
