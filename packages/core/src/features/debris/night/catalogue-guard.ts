import { JobRejectedError } from '#kernel/kit/errors'

/** Bounds of a catalogue's size, relative to the usual size. */
const [MIN_RATIO, MAX_RATIO] = [0.8, 1.25]
const MAX_UNUSABLE_SHARE = 0.02
const SIZES_KEPT = 7
/**
 * Minimum size of a complete catalogue before any run has set the usual size. The public catalogue has had
 * more objects since 2007, and so has its largest group, `active`, since 2024.
 */
const MIN_OBJECTS = 10_000
const ACCEPT = 'if that is correct, run the job with acceptSize (shell run --accept-size)'

/** Rejects a pulled catalogue with less than 80 % or more than 125 % of the median of the recent sizes. */
export function rejectUnusualSize(size: number, recentSizes: readonly number[]): void {
  const usual = median(recentSizes)
  if (usual === undefined || (size >= MIN_RATIO * usual && size <= MAX_RATIO * usual)) return
  throw new JobRejectedError(
    `the catalogue has ${size} objects, which is not 80 % to 125 % of the usual ${usual}; ${ACCEPT}`,
  )
}

/** A catalogue that the caller supplied, and the sizes to compare it with. */
interface SuppliedCatalogue {
  readonly size: number
  /** Number of records that could not be parsed. */
  readonly unusable: number
  /** Sizes of the last pulled catalogues. */
  readonly recentSizes: readonly number[]
  /** Size of the last catalogue, pulled or supplied. */
  readonly lastSize: number | undefined
}

/** Rejects a supplied catalogue that may be incomplete: too small, or with more than 2 % unusable records. */
export function rejectIncomplete({ size, unusable, recentSizes, lastSize }: SuppliedCatalogue): void {
  const records = size + unusable
  if (unusable > MAX_UNUSABLE_SHARE * records) {
    throw new JobRejectedError(
      `${unusable} of ${records} catalogue records are unusable, more than 2 %; ${ACCEPT}`,
    )
  }
  const usual = median(recentSizes) ?? lastSize
  if (size >= (usual === undefined ? MIN_OBJECTS : MIN_RATIO * usual)) return
  const expected =
    usual === undefined ? `a complete catalogue has at least ${MIN_OBJECTS}` : `the usual number is ${usual}`
  throw new JobRejectedError(
    `the catalogue has ${size} objects, but ${expected}, so it may be incomplete; ${ACCEPT}`,
  )
}

/** Returns the last seven sizes, with this one added. */
export function appendSize(size: number, sizes: readonly number[]): number[] {
  return [...sizes, size].slice(-SIZES_KEPT)
}

function median(values: readonly number[]): number | undefined {
  const ordered = [...values].sort((a, b) => a - b)
  const middle = ordered.length / 2
  const [low, high] = [ordered[Math.ceil(middle) - 1], ordered[Math.floor(middle)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
