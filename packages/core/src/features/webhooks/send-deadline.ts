import { abortable } from '#kernel/kit/abort'
import { ReceiverUnreachableError, SpaceDataError } from '#kernel/kit/errors'

interface Deadline {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Describes in a few words why a request failed. */
  readonly describeFailure: (error: unknown) => string
}

/**
 * Runs work for a receiver within a time limit.
 * @throws ReceiverUnreachableError for any failure without an error of this package
 */
export async function withDeadline<T>(
  { timeoutMs, signal: cancelled, describeFailure }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = cancelled ? AbortSignal.any([limit, cancelled]) : limit
  try {
    return await abortable(work(signal), signal)
  } catch (error) {
    if (error instanceof SpaceDataError) throw error
    const failure = limit.aborted ? `timed out after ${timeoutMs / 1_000} s` : describeFailure(error)
    throw new ReceiverUnreachableError(cancelled?.aborted ? 'cancelled' : failure, { cause: error })
  }
}
