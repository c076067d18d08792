import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type ScaleStep,
} from '#features/space-weather/scales/noaa-scales'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { quantity, text } from '#kernel/endpoint/schemas'

/** Serves the levels of the NOAA space-weather scales. */
export const referenceScales = referenceTable({
  path: '/ref/scales',
  operationId: 'listScales',
  summary: 'NOAA space-weather scales',
  name: 'scales',
  rowName: 'ScaleStep',
  row: {
    scale: text('Level of the scale: G geomagnetic storms, S radiation storms, R radio blackouts', 'G1'),
    name: text('NOAA’s name for the level', 'minor'),
    quantity: text(`Field that the level is computed from. ${KP_NOTE}`, 'kp'),
    from: quantity(
      'Lowest value of that field. Kp values are thirds, rounded to two decimals: 4.67 is 5-',
      4.67,
    ),
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
