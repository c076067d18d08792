import type { Context } from '#context'
import { Problem } from '#problem'
import { ask, type Question } from '#upstreams/ask'
import { Failure } from '#upstreams/failure'
import { isLate } from '#upstreams/newest'
import { nameOf } from '#upstreams/providers'
import type { Pulled, Upstream } from '#upstreams/upstream'

/**
 * Asks a feed, and its fallback when it fails or is late, and gives the better value; `previous` is the copy that an
 * answer "not modified" verifies. Throws only Problems: `upstream_invalid`, `upstream_unavailable`, `object_not_found`.
 */
export async function pull<Params, Value>(
  upstream: Upstream<Params, Value>,
  params: Params,
  context: Context,
  previous?: Value,
): Promise<Pulled<Value>> {
  return orThrow(upstream, await best(upstream, params, context, previous))
}

/** The feed's own answer, or a fallback's that is there when this one is not, or is newer when this one is late. */
async function best<Params, Value>(
  upstream: Upstream<Params, Value>,
  params: Params,
  context: Context,
  previous: Value | undefined,
): Promise<Pulled<Value> | Failure> {
  const first = await attempt(upstream, params, context, previous)
  const isWell =
    !(first instanceof Failure) && !isLate(upstream.newest(first.value), upstream.cadenceMs, first.fetchedAt)
  if (!upstream.fallback || isWell) return first
  const second = await best(upstream.fallback, params, context, undefined)
  if (second instanceof Failure) return first
  if (first instanceof Failure) return second
  const newer = (upstream.newest(second.value) ?? 0) > (upstream.newest(first.value) ?? 0)
  return newer ? second : first
}

async function attempt<Params, Value>(
  upstream: Upstream<Params, Value>,
  params: Params,
  context: Context,
  previous: Value | undefined,
): Promise<Pulled<Value> | Failure> {
  const request: Question<Params, Value> = { upstream, params, previous }
  try {
    const { value, at } = await ask(request, context)
    const note = context.settings.sourceNote && ` ${context.settings.sourceNote}`
    return {
      value,
      feed: upstream.id,
      source: `${nameOf(upstream.provider)} ${upstream.label}${note}`,
      fetchedAt: at,
    }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function orThrow<Params, Value>(
  upstream: Upstream<Params, Value>,
  result: Pulled<Value> | Failure,
): Pulled<Value> {
  if (!(result instanceof Failure)) return result
  if (result.kind === 'absent') throw new Problem(upstream.absentAs ?? 'object_not_found', { cause: result })
  const code = result.kind === 'invalid' ? 'upstream_invalid' : 'upstream_unavailable'
  throw new Problem(code, { cause: result, retryAfterSeconds: 30 + Math.floor(Math.random() * 31) })
}
