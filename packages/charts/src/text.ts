/** Formats of times and numbers, and the escaping of markup: what core and the CLI need without a chart. */
export { escaped } from '#escaped'
export {
  formatLatitude,
  formatLongitude,
  formatPerBillionKm3,
  groupThousands,
  twoDigits,
} from '#numbers'
export { runningWords } from '#running'
export { distanceOf, durationText, formatMinute } from '#span'
