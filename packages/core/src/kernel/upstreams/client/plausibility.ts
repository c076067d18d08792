import { days } from '#kernel/kit/time'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamContext } from '#kernel/upstreams/context'
import type { Implausibility, Upstream } from '#kernel/upstreams/upstream'

/**
 * Time for which a rejected body is kept. Providers update such feeds daily, so an older body confirms
 * nothing.
 */
const PENDING_MS = days(2)
/** Confirmation policies: one more fetch, or two more, the last at least a day after the first. */
const CONFIRMED_BY = { once: { fetches: 2, spanMs: 0 }, overADay: { fetches: 3, spanMs: days(1) } } as const
/** Greatest relative difference at which two fetches count as the same. */
const SAME_WITHIN = 0.02

/** A stored rejected body. */
interface Doubt {
  readonly figures: readonly number[]
  /** Time of the first fetch with this body, in epoch milliseconds, and the number of consecutive fetches. */
  readonly since: number
  readonly fetches: number
}

/**
 * Rejects a body that fails the feed's plausibility check, unless previous fetches by any process failed it
 * with the same figures: the last fetch or, if the check requires it, two fetches over at least a day.
 *
 * @param cached The copy that the body would replace.
 * @throws UpstreamError `incomplete`
 */
export async function requirePlausible<Params, Value>(
  { id, checkPlausibility }: Pick<Upstream<Params, Value>, 'id' | 'checkPlausibility'>,
  params: Params,
  { value, cached }: { readonly value: Value; readonly cached: Value | undefined },
  { store, settings, now }: UpstreamContext,
): Promise<void> {
  if (!checkPlausibility || value === cached) return
  const key = `doubt:${settings.originsId}:${id}:${JSON.stringify(params)}`
  const implausible = checkPlausibility(value, cached)
  try {
    const before = await store.get<Doubt>(key)
    const doubt = implausible && next(before, implausible.figures, now())
    if (!doubt || isConfirmed(doubt, implausible, now())) return await (before && store.delete(key))
    await store.set(key, doubt, PENDING_MS)
  } catch (cause) {
    // Without the store there is no previous fetch to compare with.
    if (implausible) throw incompleteError(implausible, cause)
    return
  }
  throw incompleteError(implausible)
}

function next(before: Doubt | undefined, figures: readonly number[], now: number): Doubt {
  return before && isSame(before.figures, figures)
    ? { ...before, fetches: before.fetches + 1 }
    : { figures, since: now, fetches: 1 }
}

function isConfirmed(
  { since, fetches }: Doubt,
  { confirmedBy = 'once' }: Implausibility,
  now: number,
): boolean {
  const required = CONFIRMED_BY[confirmedBy]
  return fetches >= required.fetches && now - since >= required.spanMs
}

function incompleteError({ reason, confirmedBy }: Implausibility, cause?: unknown): UpstreamError {
  const until =
    confirmedBy === 'overADay'
      ? 'if three fetches over at least a day return the same'
      : 'if the next fetch returns the same'
  return new UpstreamError('invalid', `incomplete: ${reason}; accepted ${until}`, cause, 'incomplete')
}

function isSame(before: readonly number[], now: readonly number[]): boolean {
  return now.every(
    (figure, i) => Math.abs(figure - (before[i] ?? Number.NaN)) <= SAME_WITHIN * Math.max(figure, 1),
  )
}
