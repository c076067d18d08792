import { durationText } from '@space-data/charts/text'
import { type Held, requireNotWorse, type Source } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'
import { pull } from '#kernel/upstreams/client/pull'
import { BACKWARD_TOLERANCE_MS } from '#kernel/upstreams/client/staleness'
import { retryAfter, withRetryHint } from '#kernel/upstreams/client/to-problem'
import { toFeed } from '#kernel/upstreams/feed'
import { providerName } from '#kernel/upstreams/providers'
import type { Measured } from '#kernel/upstreams/upstream'

/** A payload that refers to an instant. */
interface Dated {
  readonly as_of: string
  readonly source: string
}

/**
 * Creates a source from the latest measurement of a feed or of its fallback. Its load throws `upstream_stale`
 * if the measurement is older than the feed's `maxAgeMs`, or must not replace the one of the previous
 * snapshot.
 */
export function fromMeasurement<Value, Data extends Dated>(
  upstream: Measured<Value>,
  toData: (value: Value, source: string) => Data,
): Source<unknown, Data> {
  const { maxAgeMs } = upstream
  return {
    upstreams: [toFeed(upstream)],
    stored: true,
    maxAgeMs,
    async load(params, context, { held } = {}) {
      const pulled = await pull(upstream, params, context)
      const { value, source, fetchedAt } = pulled
      const data = toData(value, source)
      const now = context.now()
      if (held && !mayReplace(held, data, now)) throw outdatedProblem(upstream, held)
      const isNewer = held !== undefined && Date.parse(data.as_of) > Date.parse(held.data.as_of)
      requireNotWorse(upstream, pulled, isNewer ? undefined : held, context)
      const recentUntil = Date.parse(data.as_of) + maxAgeMs
      if (now > recentUntil) throw staleProblem(upstream, Date.parse(data.as_of))
      return { data, source, fetchedAt, recentUntil }
    },
  }
}

/**
 * Returns whether received data may replace the previous ones. They may unless they are older. Older data are
 * accepted in two cases. While the previous data are valid, the same feed may go back by up to ten minutes.
 * After that, the same feed may go back by any amount, as the provider has withdrawn the newer values, and
 * another feed by up to ten minutes. Previous data from the future do not count.
 */
function mayReplace({ data: held, validUntil }: Held<Dated>, data: Dated, now: number): boolean {
  const heldAt = Date.parse(held.as_of)
  const backMs = heldAt - Date.parse(data.as_of)
  if (backMs <= 0 || heldAt > now) return true
  const isNear = backMs <= BACKWARD_TOLERANCE_MS
  const isSameFeed = held.source === data.source
  return now < validUntil ? isSameFeed && isNear : isSameFeed || isNear
}

/** Returns the problem of a feed whose newest value, at the instant `newestAt`, is too old. */
export function staleProblem<Value>(upstream: Measured<Value>, newestAt: number): Problem {
  const limit = `values older than ${durationText(upstream.maxAgeMs)} are not served`
  return problemOf(upstream, newestAt, limit)
}

/** Returns the problem of feeds whose values are all older than the cached one. */
function outdatedProblem<Value>(upstream: Measured<Value>, { data, validUntil }: Held<Dated>): Problem {
  return problemOf(upstream, Date.parse(data.as_of), `that value was valid until ${iso(validUntil)}`)
}

function problemOf<Value>({ provider, label }: Measured<Value>, newestAt: number, why: string): Problem {
  const retryAfterSeconds = retryAfter()
  const what = `${providerName(provider)} has no ${label} newer than ${iso(newestAt)}`
  return new Problem('upstream_stale', {
    message: withRetryHint(`${what}; ${why}`, retryAfterSeconds),
    retryAfterSeconds,
  })
}
