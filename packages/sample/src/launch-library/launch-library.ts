import { launchesAround } from '#launch-library/launches'
import { launchRecord } from '#launch-library/record'
import { json, notFound } from '#response'

const PATH = '/2.3.0/launches/upcoming/'

/**
 * Responds as ll.thespacedevs.com: one page of upcoming launches, soonest first. Launches of the last 24
 * hours are included unless `hide_recent_previous=true`.
 */
export function respondAsLaunchLibrary(url: URL, now: number): Response {
  if (url.pathname !== PATH) return notFound('application/json', '{"detail":"Not found."}')
  const query = url.searchParams
  const hidePast = query.get('hide_recent_previous') === 'true'
  const launches = launchesAround(now).filter(({ net }) => !hidePast || net >= now)
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), 100)
  const offset = Math.max(Number(query.get('offset') ?? 0) || 0, 0)

  const page = (from: number): string => {
    const there = new URL(url)
    there.searchParams.set('limit', String(limit))
    there.searchParams.set('offset', String(from))
    return there.href
  }
  return json({
    count: launches.length,
    next: offset + limit < launches.length ? page(offset + limit) : null,
    previous: offset > 0 ? page(Math.max(offset - limit, 0)) : null,
    results: launches.slice(offset, offset + limit).map((launch) => launchRecord(launch, now)),
  })
}
