/** Formats of times, numbers, markup and literals, and the colours of levels: what needs no chart. */
export { compassPoint } from '#compass'
export { escaped } from '#escaped'
export { levelColours } from '#level-colours'
export { noPassReason } from '#no-pass-reason'
export {
  formatLatitude,
  formatLongitude,
  formatPerBillionKm3,
  groupThousands,
  twoDigits,
} from '#numbers'
export { pythonOf } from '#python-literal'
export { runningWords } from '#running'
export { distanceOf, durationText, formatMinute } from '#span'
