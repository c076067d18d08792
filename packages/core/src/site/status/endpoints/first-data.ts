import { readSnapshot } from '#endpoint/read-data'
import type { SiteContext } from '#site/context'
import { SERVED_QUANTITIES } from '#site/live-values'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(context: SiteContext): Promise<void> {
  return context.site.readiness.load(() => loadSpaceWeather(context))
}

/** Loads the newest measurements, from the store or the providers. */
function loadSpaceWeather(context: SiteContext): Promise<unknown> {
  const paths = new Set(SERVED_QUANTITIES.map(({ path }) => path))
  const latest = context.table.offered.filter(({ path }) => paths.has(path))
  return Promise.allSettled(latest.map((endpoint) => readSnapshot(endpoint, { context })))
}
