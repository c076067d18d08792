import { JobRefused } from '#jobs/job-errors'

const [LEAST, MOST] = [0.8, 1.25]
const REMEMBERED = 7

/** Refuses a catalogue whose size is out of line with those of the last runs. */
export function refuseOddSize(size: number, sizes: readonly number[]): void {
  const usual = median(sizes)
  if (usual === undefined || (size >= LEAST * usual && size <= MOST * usual)) return
  throw new JobRefused(
    `the catalogue has ${size} objects where the last ones had ${usual}: less than 80 % or more than 125 %, ` +
      'which is refused until a run accepts its size',
  )
}

/** The sizes that the next run is held against. */
export function sizesWith(size: number, sizes: readonly number[]): number[] {
  return [...sizes, size].slice(-REMEMBERED)
}

function median(values: readonly number[]): number | undefined {
  const ordered = [...values].sort((a, b) => a - b)
  const middle = ordered.length / 2
  const [low, high] = [ordered[Math.ceil(middle) - 1], ordered[Math.floor(middle)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
