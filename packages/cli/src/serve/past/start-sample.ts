import type { ServiceEvent, SpaceData } from '@space-data/core'
import type { StartOptions } from '@space-data/core/debris'
import { describeError } from '#kit/errors'
import type { Log } from '#serve/log/log'
import { importPast, lacksPast } from '#serve/past/import-past'

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

/** What the start of a sample server needs beside the options of its jobs. */
interface SampleStart {
  readonly log: Log
  /** Resolves at the end of the first run of the shells. */
  readonly firstShells: Promise<void>
  /** Stops what has not ended. */
  readonly signal: AbortSignal
}

/**
 * Starts the jobs of a sample server. On a fresh store its past follows the first shells, and the search for
 * alerts the past: what goes on would else be found twice. Resolves when all of that is done.
 */
export async function startSample(
  spaceData: SpaceData,
  options: StartOptions,
  { log, firstShells, signal }: SampleStart,
): Promise<void> {
  const { jobs } = spaceData
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const firstAfterMs = 0
  jobs.start({ ...options, firstAfterMs, pull: { paceMs: 0 }, alerts: false })
  try {
    if (await lacksPast(spaceData)) {
      if (!(await jobs.shells.status()).run) await Promise.race([firstShells, stopped])
      signal.throwIfAborted()
      await importPast(spaceData, signal)
    }
  } catch (error) {
    if (signal.aborted) return
    log.warn(`could not make the past of the sample: ${describeError(error)}`)
  }
  jobs.alerts.start()
}
