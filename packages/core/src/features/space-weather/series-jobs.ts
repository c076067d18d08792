import type { SpaceWeatherContext } from '#features/space-weather/context'
import {
  type RecordOptions,
  recordSeries,
  type SeriesRecording,
} from '#features/space-weather/series/record-series'
import { requireProviders } from '#kernel/upstreams/require-providers'

/** Runs the recorder of the space weather history. */
export interface SeriesJobs {
  /**
   * Requests each feed that was not requested in the last hour and fills gaps in the last seven days, for
   * hosts that call it every hour. Resolves with `undefined` if nothing was due.
   * @throws JobLockedError if another process is recording.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  run(options?: RecordOptions): Promise<SeriesRecording | undefined>
}

/** Creates the operations on the recorder. */
export function createSeriesJobs(context: SpaceWeatherContext): SeriesJobs {
  return { run: async (options) => recordSeries(requireProviders(context), options) }
}
