import * as v from 'valibot'
import { previous } from '#features/launches/endpoints/previous'
import { upcoming } from '#features/launches/endpoints/upcoming'
import { type Launch, launch } from '#features/launches/launch'
import { launchProblems } from '#features/launches/problems'
import { type LaunchId, singleLaunch } from '#features/launches/single'
import { isFinal } from '#features/launches/terms'
import { consumeAccountShare } from '#kernel/accounts/quota/account-share'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import type { Context } from '#kernel/endpoint/endpoint'
import { read } from '#kernel/endpoint/read-data'
import { instant, named, sourceLabel } from '#kernel/endpoint/schemas'
import type { Loaded, Source } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'
import { days, hours, iso } from '#kernel/kit/time'
import { pull } from '#kernel/upstreams/client/pull'
import { toProblem } from '#kernel/upstreams/client/to-problem'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import { toFeed } from '#kernel/upstreams/feed'

const data = v.strictObject({
  ...launch.entries,
  as_of: instant('Time the record was fetched'),
  source: sourceLabel('Launch Library 2 launch'),
})

type LaunchRecord = v.InferOutput<typeof data>

/** Validity of a launch that is still edited, and of one that was finished a week before. */
const [EDITED_MS, FINISHED_MS] = [hours(1), days(7)]

/** Single launches of an account per hour: half of the hourly budget. */
const ACCOUNT_SHARE = {
  name: 'launch-library:single',
  calls: 2,
  callsWithoutKey: 1,
  queries: 'queries to Launch Library for single launches',
  rest: 'Listed and cached launches are still served.',
}

const source: Source<LaunchId, LaunchRecord> = {
  upstreams: [toFeed(singleLaunch)],
  stored: true,
  notFoundTtlMs: hours(6),
  async load({ launch_id }, context, { account } = {}) {
    return (await findListed(launch_id, context)) ?? (await query(launch_id, account, context))
  },
}

/** Serves one launch, from the lists or by one of a few queries of its own. */
export const launchById = dataEndpoint({
  path: '/v1/launches/{launch_id}',
  operationId: 'getLaunch',
  summary: 'One launch',
  description:
    'From the lists of upcoming and past launches. If neither has the launch, it is requested from Launch ' +
    'Library: 4 times an hour for all clients together, 2 times an hour per client. A launch that was ' +
    'finished a week ago is valid for 7 days, any other launch for an hour.',
  tag: 'Launches',
  access: 'optional_key',
  cost: 'own',
  ttlMs: FINISHED_MS,
  parameters: {
    launch_id: v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      v.maxLength(36),
      v.description('Launch id in Launch Library 2: a UUID in lower case'),
      v.examples(['a5872822-76df-404b-93d0-9ecd7ba80a70']),
    ),
  },
  data: named('LaunchRecord', data),
  source,
  problems: [launchProblems.launch_not_found],
})

/** Finds a launch in the lists. They are read through their caches, and each is requested once an hour. */
async function findListed(launchId: string, context: Context): Promise<Loaded<LaunchRecord> | undefined> {
  const orNothing = (error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  }
  const lists = await Promise.all([
    read(upcoming, { context }).catch(orNothing),
    read(previous, { context }).catch(orNothing),
  ])
  for (const list of lists) {
    const found = list?.data.launches.find(({ id }) => id === launchId)
    if (list && found) return loaded(found, list.source, Date.parse(list.fetchedAt))
  }
  return undefined
}

/** Requests a launch from Launch Library, within the budgets and the share of the account. */
async function query(
  launch_id: string,
  account: string | undefined,
  context: Context,
): Promise<Loaded<LaunchRecord>> {
  const refund = await consumeAccountShare(ACCOUNT_SHARE, account, context)
  try {
    const { value, source, fetchedAt } = await pull(singleLaunch, { launch_id }, context)
    if (value.launch.id === launch_id) return loaded(value.launch, source, fetchedAt)
  } catch (error) {
    // No request was sent, or it failed.
    if (error instanceof Problem && error.code === 'upstream_unavailable') await refund()
    throw error
  }
  throw toProblem(singleLaunch, new UpstreamError('invalid', 'the record belongs to another launch'))
}

function loaded(launch: Launch, source: string, fetchedAt: number): Loaded<LaunchRecord> {
  const isFinished = isFinal(launch.status) && Date.parse(launch.net) < fetchedAt - FINISHED_MS
  const validUntil = fetchedAt + (isFinished ? FINISHED_MS : EDITED_MS)
  return { data: { ...launch, as_of: iso(fetchedAt), source }, source, fetchedAt, validUntil }
}
