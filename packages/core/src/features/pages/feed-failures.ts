import { type Html, html } from '#features/shared/page/html'
import { formatDateTime, formatTime } from '#features/shared/page/timestamps'
import type { Context } from '#kernel/endpoint/endpoint'
import { iso } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'
import { providerName } from '#kernel/upstreams/providers'
import type { UpstreamState } from '#kernel/upstreams/states/upstream-states'

/** A main feed whose last request failed. */
export interface FeedFailure {
  /** Name of its provider. */
  readonly provider: string
  /** Whether it did not respond; otherwise, its response was unusable. */
  readonly isUnreachable: boolean
  /** Epoch milliseconds. */
  readonly since: number
}

/** Returns the failures of main feeds by path; omits paths whose main feed works. */
export async function readFeedFailures(
  paths: readonly string[],
  { table, upstreams: { states: upstreamStates } }: Context,
): Promise<ReadonlyMap<string, FeedFailure>> {
  const failures = new Map<string, FeedFailure>()
  await Promise.all(
    paths.map(async (path) => {
      const [feed] = table.find(path).upstreams
      if (!feed) return
      const state = await withStoreFallback<Promise<UpstreamState | undefined> | undefined>(
        () => upstreamStates.get(feed.id),
        () => undefined,
      )
      if (typeof state?.failingSince !== 'number') return
      const isUnreachable = state.httpStatus === null
      failures.set(path, { provider: providerName(feed.provider), isUnreachable, since: state.failingSince })
    }),
  )
  return failures
}

/** Renders the cause of a missing value: `NOAA SWPC unreachable since 15:42 · status`. */
export function failureNote({ provider, isUnreachable, since }: FeedFailure, root: string): Html {
  const start = html`<time datetime="${iso(since)}" title="${formatDateTime(since)}">${formatTime(since)}</time>`
  return html`${provider} ${isUnreachable ? 'unreachable' : 'failing'} since ${start} · <a href="${root}status">status</a>`
}
