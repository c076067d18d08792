/** Charts, their scales, colors and number formats, shared by the pages, the reports and the CLI. */
export { altitudeProfileChart, densityChangeChart } from '#altitude-charts'
export {
  type Box,
  type Drawing,
  INK,
  type Label,
  type Line,
  type Mark,
  PALE_INK,
  RULE,
} from '#drawing'
export { escaped } from '#escaped'
export { gabbardPlot } from '#gabbard-plot'
export { latitudeAltitudeMap } from '#latitude-altitude-map'
export { ownerBars } from '#owner-bars'
export { colourAt, hexOf, type Rgb } from '#palette'
export { runningWords } from '#running'
export { formatDensity, logarithmic, type Scale, ticks } from '#scale'
export { distanceOf, spanOf } from '#span'
export { renderSvg } from '#svg'
