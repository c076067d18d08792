import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceEvent, WholeSpaceData } from '@space-data/core'
import type { StartOptions } from '@space-data/core/debris'
import { describeError } from '#kit/errors'
import type { Log } from '#serve/log/log'
import { importPast, lacksPast, simulateElsewhere } from '#serve/past/import-past'

/** Waits for the end of the first run of the shells, with a listener of the events of the server. */
export function awaitShells() {
  let resolve = () => {}
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  return {
    ended,
    listener: (event: ServiceEvent) => event.type === 'job' && event.job === 'shells' && resolve(),
  }
}

/** Parameters of the start of a sample server, besides the options of its jobs. */
interface SampleStart {
  readonly log: Log
  /** Resolves at the end of the first run of the shells. */
  readonly firstShells: Promise<void>
  /** Stops unfinished work. */
  readonly signal: AbortSignal
}

/** Delay before the history is tried again after a failure: the first and the longest. */
const [RETRY_MS, MAX_RETRY_MS] = [2_000, 60_000]

/**
 * Starts the jobs of a sample server. On a fresh store, generates the history after the first shells, and
 * starts the search for alerts and the monthly reports after the history: otherwise ongoing events are
 * detected twice and incomplete months are reported. Resolves when all of this is done.
 */
export async function startSample(
  spaceData: WholeSpaceData,
  options: StartOptions,
  { log, firstShells, signal }: SampleStart,
): Promise<void> {
  const { jobs } = spaceData
  jobs.start({ ...options, firstAfterMs: 0, pull: { paceMs: 0 }, alerts: false, reports: false })
  await makePast(spaceData, { log, firstShells, signal })
  if (signal.aborted) return
  jobs.reports.start(options)
  jobs.alerts.start()
}

/**
 * Generates the history of a fresh store. Tries until it succeeds, because the store may be busy for a while.
 */
async function makePast(spaceData: WholeSpaceData, { log, firstShells, signal }: SampleStart): Promise<void> {
  const { jobs } = spaceData
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let past: readonly string[] | undefined
  for (let retryMs = RETRY_MS; !signal.aborted; retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)) {
    try {
      if (!(await lacksPast(spaceData))) return
      if (!(await jobs.shells.status()).run) await Promise.race([firstShells, stopped])
      signal.throwIfAborted()
      // All tries use the same history, so that a later one completes a failed one without duplicates.
      past ??= await simulateElsewhere(Date.now(), signal)
      signal.throwIfAborted()
      await importPast(past, spaceData)
      return
    } catch (error) {
      if (signal.aborted) return
      if (retryMs === RETRY_MS)
        log.warn(`could not generate the history of the sample, trying again: ${describeError(error)}`)
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}
