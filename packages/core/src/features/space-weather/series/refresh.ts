import type { SeriesId } from '#features/space-weather/series/series-declarations'
import { type Reader, readSnapshot } from '#kernel/endpoint/read-data'
import { Problem } from '#kernel/kit/problem'

/** The paths of newest values that are not named after their series. */
const NAMES: { readonly [Id in SeriesId]?: string } = { kp_3h: 'kp', kp_gfz: 'kp/gfz', a_index: 'a-index' }

/**
 * Loads the newest value of a series if it is due, which records the rows of its feed, as for a client that
 * polls its endpoint.
 *
 * @returns End of the validity of the value, in epoch milliseconds.
 * @throws Problem if it is unavailable
 */
export async function refresh(id: SeriesId, reader: Reader): Promise<number> {
  const newest = reader.context.table.find(`/v1/space-weather/${NAMES[id] ?? id}`)
  return (await readSnapshot(newest, reader)).validUntil
}

/** Loads the newest value of a series if it is due; returns `undefined` if it is unavailable. */
export async function tryRefresh(id: SeriesId, reader: Reader): Promise<number | undefined> {
  try {
    return await refresh(id, reader)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
