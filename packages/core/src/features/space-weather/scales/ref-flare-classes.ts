import { flareClasses } from '#features/space-weather/scales/noaa-scales'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { quantity, text } from '#kernel/endpoint/schemas'

/** Serves the X-ray flare classes. */
export const referenceFlareClasses = referenceTable({
  path: '/ref/flare-classes',
  operationId: 'listFlareClasses',
  summary: 'X-ray flare classes',
  name: 'classes',
  rowName: 'FlareClass',
  row: {
    flare_class: text('Letter of the class', 'M'),
    flux_from_w_m2: quantity('Lowest flux of the class at 0.1–0.8 nm, W/m²', 1e-5, 0),
  },
  rows: () => flareClasses.map(({ letter, from }) => ({ flare_class: letter, flux_from_w_m2: from })),
})
