import type { Held, Source } from '#declare/source'
import { spanOf } from '#figures/span'
import { Problem } from '#problem'
import { iso } from '#time'
import { BACK_MS } from '#upstreams/newest'
import { nameOf } from '#upstreams/providers'
import { pull } from '#upstreams/pull'
import type { Measured } from '#upstreams/upstream'

/** A payload that is of an instant. */
interface Dated {
  readonly as_of: string
  readonly source: string
}

/**
 * Data made of the newest measurement of a feed, or of one that stands in for it: given only while it is current, and not in
 * place of a newer one that is held.
 */
export function fromMeasured<Value, Data extends Dated>(
  upstream: Measured<Value>,
  toData: (value: Value, source: string) => Data,
): Source<unknown, Data> {
  const { id, provider, currentMs } = upstream
  return {
    upstreams: [id],
    stored: true,
    currentMs,
    async load(params, context, { held } = {}) {
      const { value, feed, source, fetchedAt } = await pull(upstream, params, context)
      const data = toData(value, source)
      const now = context.now()
      const newer = held && keeps(held, { data, isStandIn: feed !== id, now }) ? held.data : data
      const goodUntil = Date.parse(newer.as_of) + currentMs
      if (newer !== data || now > goodUntil) throw nothingCurrent(nameOf(provider), newer, currentMs)
      return { data, source, fetchedAt, goodUntil }
    },
  }
}

interface Arrived {
  readonly data: Dated
  /** Whether it is of a feed that stands in for the one asked. */
  readonly isStandIn: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Whether what is held stays in place of what came. No other feed makes an answer older; the same feed may go back by ten
 * minutes at once, and by more when what is held has expired. What is stamped in the future keeps nothing away.
 */
function keeps({ data: held, validUntil }: Held<Dated>, { data, isStandIn, now }: Arrived): boolean {
  const heldAt = Date.parse(held.as_of)
  const backMs = heldAt - Date.parse(data.as_of)
  if (heldAt > now || backMs <= (isStandIn ? 0 : BACK_MS)) return false
  return isStandIn || held.source !== data.source || now < validUntil
}

function nothingCurrent(provider: string, { as_of }: Dated, currentMs: number): Problem {
  return new Problem('upstream_stale', {
    message:
      `${provider} has nothing newer than ${iso(Date.parse(as_of))}, and what is more than ${spanOf(currentMs)} old is not ` +
      'given as current: retry after Retry-After, and see /status.',
    retryAfterSeconds: 30 + Math.floor(Math.random() * 31),
  })
}
