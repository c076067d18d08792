/** Charts, their scales and colors, shared by the pages, the reports and the CLI. */
export { ticks } from 'd3-array'
export { altitudeProfileChart, densityChangeChart } from '#altitude-charts'
export { dailyBars } from '#daily-bars'
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
export { flarePeaks } from '#flare-peaks'
export { gabbardLimitKm, gabbardPlot } from '#gabbard-plot'
export { GLOBE_COLOURS, type GlobeObject, globeStill } from '#globe-still'
export { historyPath } from '#history-path'
export { type KpWindow, kpWindows } from '#kp-windows'
export { packedCoastlines, packedLines } from '#land'
export { latitudeAltitudeMap } from '#latitude-altitude-map'
export { ownerBars } from '#owner-bars'
export { colourAt, hexOf, type Rgb } from '#palette'
export { type PolarMap, polarMap } from '#polar-map'
export { relativePath } from '#relative-path'
export { logarithmic, type Scale } from '#scale'
export { sparkline } from '#sparkline'
export { renderSvg } from '#svg'
export {
  areaPath,
  decadesOf,
  domainOf,
  linePath,
  splitAtGaps,
  type TimedValue,
  type TimeFrame,
  thinned,
  timeFrame,
  timeTicks,
} from '#time-series'
export { type WorldMap, worldMap } from '#world-map'
