import { referenceTable } from '#endpoint/reference-table'
import { quantity, text } from '#endpoint/schemas'
import { KP_NOTE } from '#space-weather/reference/kp-index'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type ScaleStep,
} from '#space-weather/reference/scales'

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
    quantity: text(`Field that the scale is derived from. ${KP_NOTE}`, 'kp'),
    from: quantity('Lowest value of that field; of Kp a third, rounded to two digits: 4.67 is 5-', 4.67),
  },
  rows: () => [
    ...rowsOf(geomagneticStorms, 'kp'),
    ...rowsOf(radiationStorms, 'flux_pfu'),
    ...rowsOf(radioBlackouts, 'flux_w_m2'),
  ],
})

function rowsOf(scale: readonly ScaleStep[], quantity: string) {
  return scale.map(({ scale: step, name, from }) => ({ scale: step, name, quantity, from }))
}
