import { JobRefused } from '#jobs/job-errors'

const [LEAST, MOST] = [0.8, 1.25]
const MOST_REFUSED = 0.02
const REMEMBERED = 7
/**
 * What a whole catalogue has at least where no run tells what is usual: the public one has not had fewer since 2007, nor has its
 * largest part, the group `active`, since 2024.
 */
const LEAST_EVER = 10_000
const ACCEPT = 'if it is meant, run the job with its size accepted (shell run --accept-size)'

/** Refuses a catalogue whose size is out of line with those of the last runs. */
export function refuseOddSize(size: number, sizes: readonly number[]): void {
  const usual = median(sizes)
  if (usual === undefined || (size >= LEAST * usual && size <= MOST * usual)) return
  throw new JobRefused(
    `the catalogue has ${size} objects where the last ones had ${usual}: less than 80 % or more than 125 %; ${ACCEPT}`,
  )
}

/** A catalogue that was given, and what a run before it had: of the last ones that were pulled, or of the last one of any kind. */
interface GivenCatalogue {
  readonly size: number
  /** Records that could not be used. */
  readonly refused: number
  readonly sizes: readonly number[]
  readonly last: number | undefined
}

/** Refuses a catalogue that may be a part of one, of which some records could not be read, or that has fewer objects than usual. */
export function refusePart({ size, refused, sizes, last }: GivenCatalogue): void {
  const records = size + refused
  if (refused > MOST_REFUSED * records) {
    throw new JobRefused(
      `${refused} of ${records} records of the catalogue cannot be used, which is more than 2 %: ${ACCEPT}`,
    )
  }
  const usual = median(sizes) ?? last
  const least = usual === undefined ? LEAST_EVER : LEAST * usual
  if (size >= least) return
  const than = usual === undefined ? `a whole one has at least ${LEAST_EVER}` : `the last ones had ${usual}`
  throw new JobRefused(
    `the catalogue has ${size} objects where ${than}, and a part would be served as if it were all: ${ACCEPT}`,
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
