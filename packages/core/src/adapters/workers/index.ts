import type { AlertJobs } from '#features/alerts/alert-jobs'
import type { ShellJobs } from '#features/debris/shell-jobs'
import type { SeriesJobs } from '#features/space-weather/series-jobs'
import type { CheckJobs } from '#features/upstream-check/check-jobs'
import type { ConnectionInfo } from '#kernel/http/fetch-handler'
import { days } from '#kernel/kit/time'

export { fetchSender } from '#adapters/workers/fetch-sender'

/** The parts of a Worker's `Request` that are used here. */
export interface EdgeRequest {
  readonly headers: {
    /** Returns the value of a header. */
    get(name: string): string | null
  }
  /** Cloudflare's data on the connection. */
  readonly cf?: object | undefined
}

/** The parts of a Worker's `ExecutionContext` that are used here. */
export interface ExecutionContext {
  /** Keeps the Worker running until the promise settles. */
  waitUntil(work: Promise<unknown>): void
}

/** The connection of a request to a Worker. */
export interface EdgeConnection extends ConnectionInfo {
  /** The client's address, or `::` if the edge has not set it. */
  readonly ip: string
}

/** Placeholder for the address of every client that did not connect through the edge. */
const NOT_FROM_EDGE = '::'

/**
 * Returns the connection of a request to a Worker. `cf-connecting-ip` counts only if Cloudflare's edge set
 * it, which it does together with `cf-ray`. Requests from another Worker (`cf-worker`, or no `cf`) and under
 * `wrangler dev` can contain any address, so their clients count as one network, `::`.
 * @example
 * import { connectionInfo } from '@space-data/core/workers'
 *
 * export default {
 *   fetch: (request, env, ctx) => spaceData.handle(request, connectionInfo(request, ctx)),
 * }
 */
export function connectionInfo(request: EdgeRequest, ctx: ExecutionContext): EdgeConnection {
  const { headers, cf } = request
  const isFromEdge = cf !== undefined && headers.get('cf-ray') !== null && headers.get('cf-worker') === null
  return {
    ip: (isFromEdge && headers.get('cf-connecting-ip')) || NOT_FROM_EDGE,
    waitUntil: (work) => ctx.waitUntil(work),
  }
}

/** The jobs of the features that an instance has. */
export interface ScheduledJobs {
  readonly alerts?: Pick<AlertJobs, 'run'>
  readonly series?: SeriesJobs
  readonly checks?: Pick<CheckJobs, 'run'>
  readonly shells?: Pick<ShellJobs, 'status' | 'run'>
}

/**
 * Runs the job of a cron trigger: `* * * * *` checks for alerts and sends webhooks, `7 * * * *` records space
 * weather, `23 5 * * 1` verifies the upstreams. Any other trigger computes the shells, unless the last due
 * run is done. A job of a feature that the instance does not have is left out.
 * @example
 * import { runScheduled } from '@space-data/core/workers'
 *
 * export default {
 *   scheduled: ({ cron }) => runScheduled(spaceData, cron),
 * }
 */
export async function runScheduled({ jobs }: { readonly jobs: ScheduledJobs }, cron: string): Promise<void> {
  if (cron === '* * * * *') return void (await jobs.alerts?.run())
  if (cron === '7 * * * *') return void (await jobs.series?.run())
  if (cron === '23 5 * * 1') return void (await jobs.checks?.run())
  if (!jobs.shells) return
  const { run, nextRunAt } = await jobs.shells.status()
  if (!run || run.startedAt < nextRunAt - days(1)) await jobs.shells.run()
}
