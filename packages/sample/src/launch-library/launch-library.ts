import { exampleLaunch, launchesAround, pastLaunches } from '#launch-library/launches'
import { peopleInSpace } from '#launch-library/people'
import { launchRecord } from '#launch-library/record'
import { json, notFound } from '#response'

/** The lists by their path. */
const lists: Readonly<Record<string, (query: URLSearchParams, now: number) => readonly object[]>> = {
  '/2.3.0/launches/upcoming/': (query, now) => {
    const hidePast = query.get('hide_recent_previous') === 'true'
    const launches = launchesAround(now).filter(({ net }) => !hidePast || net >= now)
    return launches.map((launch) => launchRecord(launch, now))
  },
  '/2.3.0/launches/previous/': (_, now) => pastLaunches(now).map((launch) => launchRecord(launch, now)),
  '/2.3.0/astronauts/': (query, now) => peopleInSpace(now, query.get('is_human') !== 'true'),
}

/**
 * Responds as ll.thespacedevs.com: one page of upcoming launches, soonest first, of past ones, newest first,
 * of the people in space, or one launch. The upcoming ones include launches of the last 24 hours unless
 * `hide_recent_previous=true`.
 */
export function respondAsLaunchLibrary(url: URL, now: number): Response {
  const query = url.searchParams
  const list = lists[url.pathname]
  if (!list) {
    const [, id] = /^\/2\.3\.0\/launches\/([0-9a-f-]{36})\/$/.exec(url.pathname) ?? []
    const all = [...launchesAround(now), ...pastLaunches(now), exampleLaunch].map((launch) =>
      launchRecord(launch, now),
    )
    const found = all.find((launch) => launch.id === id)
    const detail = id === undefined ? 'Not found.' : 'No Launch matches the given query.'
    return found ? json(found) : notFound('application/json', JSON.stringify({ detail }))
  }
  const records = list(query, now)
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), 100)
  const offset = Math.max(Number(query.get('offset') ?? 0) || 0, 0)

  const page = (from: number): string => {
    const there = new URL(url)
    there.searchParams.set('limit', String(limit))
    there.searchParams.set('offset', String(from))
    return there.href
  }
  return json({
    count: records.length,
    next: offset + limit < records.length ? page(offset + limit) : null,
    previous: offset > 0 ? page(Math.max(offset - limit, 0)) : null,
    results: records.slice(offset, offset + limit),
  })
}
