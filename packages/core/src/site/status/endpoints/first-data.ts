import { readSnapshot } from '#endpoint/read-data'
import type { Context } from '#kit/context'
import { SERVED_QUANTITIES } from '#site/live-values'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(context: Context): Promise<void> {
  return context.site.readiness.load(() => loadSpaceWeather(context))
}

/** Loads the newest measurements, from the store or the providers. */
function loadSpaceWeather(context: Context): Promise<unknown> {
  const paths = new Set(SERVED_QUANTITIES.map(({ path }) => path))
  const latest = context.table.offered.filter(({ path }) => paths.has(path))
  return Promise.allSettled(latest.map((endpoint) => readSnapshot(endpoint, { context })))
}
