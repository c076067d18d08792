import type { PrefetchOptions } from '#kernel/instance/mirror-option'
import type { Stop } from '#kernel/kit/schedule'

/**
 * The jobs of an instance, to which features add theirs. Run them one by one, or let `start` schedule them.
 * @typeParam Start Options of `start`.
 */
export interface Jobs<Start extends object = object> {
  /**
   * Schedules the recurring jobs of the features until stopped or until the instance is closed, and daily the deletion
   * of keys that ended long ago. Loads the data for which `/readyz` waits.
   * @throws InvalidOptionError on a mirror.
   * @example
   * const stop = spaceData.jobs.start({ pool: () => nodeWorkers(1) })
   */
  start(options?: Start): Stop
  /**
   * Only on mirrors: fetches every path that is known in advance, and keeps it fresh until stopped or until
   * the instance is closed. Reserves a fifth of the mirror's quota for clients.
   * @throws InvalidOptionError if this instance is not a mirror.
   */
  prefetch(options?: PrefetchOptions): Stop
}
