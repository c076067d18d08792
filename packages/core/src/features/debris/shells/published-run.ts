import { runningWords } from '@space-data/charts/text'
import type { DebrisContext } from '#features/debris/context'
import type { ShellJobProgress } from '#features/debris/night/shell-job'
import { shellProblems } from '#features/debris/problems'
import { isServable, SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import { RunGoneError, type ShellRun, type Shells } from '#features/debris/shells/shells'
import { launchYearFeed } from '#features/objects/celestrak/element-sets'
import {
  type Checked,
  type DataEndpoint,
  dataEndpoint,
  type SchemaOf,
  type TypedEndpoint,
} from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import type { EndpointCall, Parameters, Reply, ServedRepresentation } from '#kernel/endpoint/endpoint'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { memoizeRepeated } from '#kernel/kit/memoize'
import { Problem } from '#kernel/kit/problem'
import { iso, seconds, wholeSecondsUntil } from '#kernel/kit/time'

/** Declaration of an endpoint for data of the published run. */
interface ShellEndpoint<Path extends string, Data, Params extends Parameters>
  extends Pick<
    DataEndpoint<Params, SchemaOf<Data>, Path>,
    'path' | 'operationId' | 'summary' | 'description' | 'cost' | 'parameters' | 'queryParameters' | 'data'
  > {
  /** Message of the 404 while there are no data. */
  readonly missing: string
  /**
   * Whether a run that is too old is served as stale instead of responding with 503, because later runs do
   * not change the data.
   */
  readonly anyAge?: boolean
  /** Returns the payload; `undefined` if the run has none. */
  readonly read: (run: ShellRun, params: Checked<Params>, context: DebrisContext) => Promise<Data | undefined>
}

/**
 * Creates an endpoint for data of the published shell run. Responses are cached per run, so that a new run is
 * served at once.
 */
export function shellEndpoint<
  const Path extends string,
  Data,
  Params extends Parameters = Record<never, never>,
>(declaration: ShellEndpoint<Path, Data, Params>): TypedEndpoint<Path, Data, DebrisContext> {
  const { missing, anyAge = false, read, ...rest } = declaration
  const find = async (params: Checked<Params>, context: DebrisContext) => {
    const run = await context.debris.shells.current(context.now())
    const data = run && (await read(run, params, context))
    return run && data && { run, data }
  }
  const endpoint = dataEndpoint<Path, SchemaOf<Data>, Params, DebrisContext>({
    ...rest,
    tag: 'Shells',
    access: 'optional_key',
    ttlMs: SHELL_VALID_MS,
    source: {
      upstreams: [],
      jobUpstreams: [launchYearFeed],
      stored: false,
      notFoundTtlMs: 0,
      async load(params: Checked<Params>, context: DebrisContext) {
        let found = await find(params, context)
        if (!found) {
          // The cached run may have been deleted in the meantime.
          context.debris.shells.invalidate()
          found = await find(params, context)
        }
        if (!found) return throwNotComputed(missing, context)
        const { run, data } = found
        if (!anyAge) assertServable(run, context)
        return { data, source: run.source, fetchedAt: run.fetchedAt }
      },
    },
    problems: [shellProblems.shell_not_populated, 'upstream_invalid', 'upstream_unavailable'],
  })
  const withRun = (id: string) => ({
    id,
    paramsOf: memoizeRepeated((params: EndpointCall['params']) => ({ ...params, run: id })),
  })
  let last = withRun('')
  const respondFrom = (call: EndpointCall<DebrisContext>, run: ShellRun | undefined): MaybePromise<Reply> => {
    if (!run) return throwNotComputed(missing, call.context)
    if (last.id !== run.id) last = withRun(run.id)
    return derive(endpoint, call, last.paramsOf(call.params), (reply) => markStale(reply, call.context.now()))
  }
  return {
    ...endpoint,
    isMirrored: true,
    respond: (call: EndpointCall<DebrisContext>) =>
      andThen(call.context.debris.shells.current(call.now), (run) => respondFrom(call, run)),
  }
}

/**
 * Calls `respond` with the published run, and once more if that run was deleted in the meantime. Responds 404
 * with the message `missing` if there is none, and 503 once it is too old.
 */
export async function respondFromObjects<T>(
  missing: string,
  { context, now }: EndpointCall<DebrisContext>,
  respond: (run: ShellRun, shells: Shells) => Promise<T>,
): Promise<T> {
  const stored = context.debris.shells
  const attempt = async () => {
    const run = await stored.current(now)
    if (!run) return throwNotComputed(missing, context)
    assertServable(run, context)
    return respond(run, stored)
  }
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof RunGoneError)) throw error
    stored.invalidate()
    return attempt()
  }
}

/** Estimate for a step whose pace is not known yet. */
const DEFAULT_LEFT_MS = seconds(20)
/** Approximate time to compute all shells after the catalogue is fetched. */
const COMPUTING_MS = seconds(10)

/** Marks an expired reply as stale, which sends `no-store` and a negative `ttl`. */
export function markStale(reply: ServedRepresentation, now: number): ServedRepresentation {
  return now >= reply.snapshot.validUntil ? { ...reply, outcome: 'stale' } : reply
}

/** Throws 503 once a run is too old to be served. */
export function assertServable(run: ShellRun, { now, settings }: DebrisContext): void {
  if (isServable(run, now(), settings.staleIfErrorMs)) return
  throw new Problem('upstream_unavailable', { retryAfterSeconds: 30 + Math.floor(Math.random() * 31) })
}

/**
 * Throws the 404 whose `Retry-After` is the end of the current run, or otherwise the start of the next run.
 */
export async function throwNotComputed(
  missing: string,
  { debris: { shellJob }, now }: DebrisContext,
): Promise<never> {
  const { running, nextRunAt } = await shellJob.facts()
  const retryAfterSeconds = running ? secondsLeft(running) : wholeSecondsUntil(nextRunAt, now())
  const advice = running
    ? `A run is in progress (${runningWords(running)}): retry in ${retryAfterSeconds} s.`
    : `The next run begins at ${iso(nextRunAt).slice(0, 19)}Z: retry then.`
  throw new Problem(shellProblems.shell_not_populated, { message: `${missing} ${advice}`, retryAfterSeconds })
}

/** Estimates the rest of a run from the pace of its current step, clamped to 3 to 60 seconds. */
function secondsLeft({ step, remainingMs }: ShellJobProgress): number {
  const leftMs =
    remainingMs === null ? DEFAULT_LEFT_MS : remainingMs + (step === 'catalogue' ? COMPUTING_MS : 0)
  return Math.min(60, Math.max(3, Math.ceil(leftMs / 1_000)))
}
