/** Formats of times and numbers, shared by core and the CLI; a start loads them without the charts. */
export { formatPerBillionKm3 } from '#density-format'
export { escaped } from '#escaped'
export { groupThousands } from '#group-thousands'
export { runningWords } from '#running'
export { distanceOf, spanOf } from '#span'
