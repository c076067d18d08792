/** Formats of times and numbers, and the escaping of markup: what core and the CLI need without a chart. */
export { formatPerBillionKm3 } from '#density-format'
export { escaped } from '#escaped'
export { groupThousands } from '#group-thousands'
export { runningWords } from '#running'
export { distanceOf, durationText } from '#span'
export { twoDigits } from '#two-digits'
