import { json, notFound } from '#sample/answer'
import { launchesAround } from '#sample/launch-library/launches'
import { launchRecord } from '#sample/launch-library/record'

const PATH = '/2.3.0/launches/upcoming/'

/**
 * Answers as ll.thespacedevs.com: one page of the launches to come, soonest first. Like the real one it keeps
 * those of the last 24 hours unless `hide_recent_previous=true`.
 */
export function answerAsLaunchLibrary(url: URL, now: number): Response {
  if (url.pathname !== PATH) return notFound('application/json', '{"detail":"Not found."}')
  const asked = url.searchParams
  const hidePast = asked.get('hide_recent_previous') === 'true'
  const launches = launchesAround(now).filter(({ net }) => !hidePast || net >= now)
  const limit = Math.min(Math.max(Number(asked.get('limit') ?? 10) || 10, 1), 100)
  const offset = Math.max(Number(asked.get('offset') ?? 0) || 0, 0)

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
