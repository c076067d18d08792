/** How figures are shown to people, on the pages and in the terminal: the door `@space-data/core/figures`. */
export { escaped } from '#figures/escaped'
export { colourAt, hexOf, type Rgb } from '#figures/palette'
export { runningWords } from '#figures/running'
export { densityOf, logarithmic, type Scale, ticks } from '#figures/scale'
export { distanceOf, spanOf } from '#figures/span'
