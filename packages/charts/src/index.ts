/** Chart scales, colors and number formats, shared by the pages of core and the CLI. */
export { escaped } from '#escaped'
export { colourAt, hexOf, type Rgb } from '#palette'
export { runningWords } from '#running'
export { formatDensity, logarithmic, type Scale, ticks } from '#scale'
export { distanceOf, spanOf } from '#span'
