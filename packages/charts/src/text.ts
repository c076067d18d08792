/** Formats of times, numbers, markup and literals, times of launches, and the colours of levels: no charts. */
export { compassPoint } from '#compass'
export { escaped } from '#escaped'
export {
  countdown,
  type LaunchPlan,
  type LaunchTime,
  launchesAhead,
  launchTime,
} from '#launch-time'
export { levelColours } from '#level-colours'
export { noPassReason } from '#no-pass-reason'
export {
  formatLatitude,
  formatLongitude,
  formatPerBillionKm3,
  groupThousands,
  twoDigits,
} from '#numbers'
export { type PlaceInText, placeIn } from '#place-text'
export { pythonOf } from '#python-literal'
export { runningWords } from '#running'
export { distanceOf, durationText, formatMinute } from '#span'
export { longSpans } from '#visible-spans'
