import { spanOf } from '@space-data/charts/text'
import type { Held, Source } from '#declare/source'
import { Problem } from '#problem'
import { iso } from '#time'
import { pull } from '#upstreams/client/pull'
import { BACKWARD_TOLERANCE_MS } from '#upstreams/client/staleness'
import { retryAfter, withRetryHint } from '#upstreams/client/to-problem'
import { toFeed } from '#upstreams/feed'
import { providerName } from '#upstreams/providers'
import type { Measured } from '#upstreams/upstream'

/** A payload that refers to an instant. */
interface Dated {
  readonly as_of: string
  readonly source: string
}

/**
 * Creates a source from the latest measurement of a feed or of its fallback. Its load throws `upstream_stale`
 * if the measurement is older than the feed's `maxAgeMs`, or older than the one of the previous snapshot.
 */
export function fromMeasurement<Value, Data extends Dated>(
  upstream: Measured<Value>,
  toData: (value: Value, source: string) => Data,
): Source<unknown, Data> {
  const { id, maxAgeMs } = upstream
  return {
    upstreams: [toFeed(upstream)],
    stored: true,
    maxAgeMs,
    async load(params, context, { held } = {}) {
      const { value, feed, source, fetchedAt } = await pull(upstream, params, context)
      const data = toData(value, source)
      const now = context.now()
      const newer = held && prefersHeld(held, { data, isFallback: feed !== id, now }) ? held.data : data
      const recentUntil = Date.parse(newer.as_of) + maxAgeMs
      if (newer !== data || now > recentUntil) throw staleProblem(upstream, Date.parse(newer.as_of))
      return { data, source, fetchedAt, recentUntil }
    },
  }
}

/** Data that a load has just received. */
interface Received {
  readonly data: Dated
  /** Whether it is from a fallback feed. */
  readonly isFallback: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Whether the previous data are preferred to those received. A fallback feed must not be older; the same feed
 * may be by up to ten minutes, and by more once the previous data have expired. Previous data from the future
 * do not count.
 */
function prefersHeld({ data: held, validUntil }: Held<Dated>, { data, isFallback, now }: Received): boolean {
  const heldAt = Date.parse(held.as_of)
  const backMs = heldAt - Date.parse(data.as_of)
  if (heldAt > now || backMs <= (isFallback ? 0 : BACKWARD_TOLERANCE_MS)) return false
  return isFallback || held.source !== data.source || now < validUntil
}

/** The label without its remark: `planetary K index` for `planetary K index (1 minute)`. */
function quantityOf(label: string): string {
  return label.replace(/ \(.*\)$/, '')
}

/** Returns the problem of a feed whose newest value, of the instant `newestAt`, is too old. */
export function staleProblem<Value>(
  { provider, label, maxAgeMs }: Measured<Value>,
  newestAt: number,
): Problem {
  const retryAfterSeconds = retryAfter()
  const message =
    `${providerName(provider)} has no ${quantityOf(label)} newer than ${iso(newestAt)}; ` +
    `values older than ${spanOf(maxAgeMs)} are not served`
  return new Problem('upstream_stale', {
    message: withRetryHint(message, retryAfterSeconds),
    retryAfterSeconds,
  })
}
