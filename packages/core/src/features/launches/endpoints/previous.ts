import * as v from 'valibot'
import { launch } from '#features/launches/launch'
import type { ListedLaunch } from '#features/launches/parse-launch'
import { PREVIOUS_PAGE, previousLaunches } from '#features/launches/previous'
import { launchParameters, selectLaunches } from '#features/launches/select-launches'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { optional } from '#kernel/endpoint/query-parameters'
import { count, instant, named, sourceLabel, wholeNumber } from '#kernel/endpoint/schemas'
import { withSelection } from '#kernel/endpoint/selection'
import { fromFeed } from '#kernel/endpoint/source'
import { days, iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  count: count('Number of launches in the list', 1),
  complete_since: instant(
    'Time from which the list has every launch that Launch Library has',
    '2026-08-14T02:11:00.000Z',
  ),
  launches: v.pipe(
    v.array(named('Launch', launch)),
    v.description(`Past launches, at most ${PREVIOUS_PAGE}, newest first`),
  ),
  as_of: instant('Time the list was fetched'),
  source: sourceLabel('Launch Library 2 past launches'),
})

/** The payload of past launches. */
export type PreviousLaunches = v.InferOutput<typeof data>

const endpoint = dataEndpoint({
  path: '/v1/launches/previous',
  operationId: 'listPreviousLaunches',
  summary: 'Past launches',
  description:
    `The last ${PREVIOUS_PAGE} launches with their outcome, including suborbital launches. The list is ` +
    'complete from complete_since. Query parameters select from the list; count is the number of launches ' +
    'listed.',
  tag: 'Launches',
  access: 'optional_key',
  ttlMs: minutes(60),
  data: named('PreviousLaunches', data),
  source: fromFeed(previousLaunches, (launches, { source, fetchedAt }) =>
    toPreviousLaunchesData(launches, source, fetchedAt),
  ),
})

/** The longest span that the list covers in years with many launches. */
const MAX_DAYS = 60

/** Serves past launches, all listed ones or a selection. */
export const previous = withSelection(
  endpoint,
  {
    days: optional(
      wholeNumber(`Only launches in this number of past days: 1 to ${MAX_DAYS}; default all`, 30, {
        max: MAX_DAYS,
      }),
    ),
    ...launchParameters,
  },
  (whole, { days: span, ...parameters }) => {
    const from = typeof span === 'number' ? Date.parse(whole.as_of) - days(span) : 0
    const launches = whole.launches.filter(({ net }) => Date.parse(net) >= from)
    const complete_since = iso(Math.max(from, Date.parse(whole.complete_since)))
    return selectLaunches({ ...whole, complete_since, launches }, parameters)
  },
)

/** Converts launches to the payload: the launches before `fetchedAt` (epoch milliseconds), newest first. */
function toPreviousLaunchesData(
  previous: readonly ListedLaunch[],
  source: string,
  fetchedAt: number,
): PreviousLaunches {
  const as_of = iso(fetchedAt)
  const launches = previous
    .map(({ launch }) => launch)
    .filter(({ net }) => net <= as_of)
    .sort((a, b) => Date.parse(b.net) - Date.parse(a.net))
  const complete_since = launches.at(-1)?.net ?? as_of
  return { count: launches.length, complete_since, launches, as_of, source }
}
