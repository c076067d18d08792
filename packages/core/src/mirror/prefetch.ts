import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { Central } from '#mirror/central'
import { isMirrored } from '#mirror/central-feed'
import { type CopyOfPath, copyOfPath } from '#mirror/mirrored'
import { shellEdgesKm } from '#orbit/shell-grid'
import { Problem } from '#problem'
import { pause, unlessStopped } from '#stopping'
import { noDefer } from '#store/snapshots'
import { hours, minutes, seconds } from '#time'
import { tleGroups } from '#upstreams/tle-groups'

/** How a mirror fetches ahead of its clients. */
export interface PrefetchOptions {
  /**
   * Milliseconds after a request for a group. Default 600, well within the 600 a minute that the central instance
   * gives a network. What is counted by the day goes six times as fast.
   */
  readonly paceMs?: number
}

/** How much of the day's quota is left to what clients ask for. */
const RESERVE = 0.2
/** How often everything is looked at, about; what is fresh costs nothing. */
const ROUND_MS = seconds(60)
/** How long what the central instance does not have is not asked for again. */
const ABSENT_MS = hours(1)
/** What is valid for a shorter time than this is renewed as often as this, to have a last good answer and no more. */
const OFTEN_MS = minutes(15)
/** A round ends after so many failures in a row: the central instance is away. */
const FAILURES = 3

/** Everything that can be named beforehand is fetched, and fetched anew before it is over, until it is stopped. */
export function prefetch(
  endpoints: readonly Endpoint[],
  central: Central,
  context: Context,
  { paceMs = 600 }: PrefetchOptions = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const absentUntil = new Map<string, number>()
  const surroundings = { central, context, loop: null }
  const running = keep()
  return async () => {
    stopping.abort()
    await running
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch(context.onError)
      await pause(ROUND_MS * (0.9 + 0.2 * Math.random()), stopping.signal)
    }
  }

  async function round(): Promise<void> {
    let failures = 0
    let run: number | undefined
    let isWithoutShells = false
    for (const { endpoint, params } of pathsOf(endpoints, context)) {
      if (stopping.signal.aborted || failures >= FAILURES) return
      const isShell = 'alt' in params
      if (isShell && run === undefined && isWithoutShells) continue
      if (endpoint.access !== 'reference' && isQuotaLow()) continue
      const copy = copyOfPath(endpoint, params, surroundings)
      if (context.now() < (absentUntil.get(copy.key) ?? 0)) continue
      try {
        // All shells are of one run: once the first is of the newest, the others are due only if they are of another.
        const hasAsked = await unlessStopped(renew(copy, isShell ? run : undefined), stopping.signal)
        if (isShell) run ??= context.snapshots.peek(copy.key)?.fetchedAt
        failures = 0
        if (hasAsked) await pause(paceOf(endpoint), stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        if (!(error instanceof Problem)) throw error
        if (error.status < 500) absentUntil.set(copy.key, context.now() + ABSENT_MS)
        else failures += 1
        // Where the first shell is not to be had, the others are not either.
        if (isShell) isWithoutShells = true
        await pause(paceOf(endpoint), stopping.signal)
      }
    }
  }

  function renew({ key, kind }: CopyOfPath, run: number | undefined): Promise<boolean> {
    return context.snapshots.renew(key, kind, noDefer, (fetchedAt) => {
      const isOftenEnough = kind.ttlMs < OFTEN_MS && context.now() < fetchedAt + OFTEN_MS
      return isOftenEnough || (run !== undefined && fetchedAt === run)
    })
  }

  function paceOf({ access }: Endpoint): number {
    return (access === 'reference' ? paceMs : paceMs / 6) * (0.9 + 0.2 * Math.random())
  }

  function isQuotaLow(): boolean {
    const quota = central.quota()
    return quota !== undefined && quota.remaining <= quota.limit * RESERVE
  }
}

interface Path {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, unknown>>
}

/** What has no parameters, then each shell by its lower edge, then all groups. */
function pathsOf(endpoints: readonly Endpoint[], { settings: { grid } }: Context): Path[] {
  const mine = endpoints.filter(isMirrored)
  const withParameter = (name: string, values: readonly unknown[]): Path[] =>
    mine
      .filter(({ pathParameters }) => name in pathParameters)
      .flatMap((endpoint) => values.map((value) => ({ endpoint, params: { [name]: value } })))
  const shells = (grid.maxKm - grid.minKm) / grid.shellKm
  const edges = Array.from({ length: shells }, (_, shell) => shellEdgesKm(grid, shell).lowerKm)
  return [
    ...mine
      .filter(({ pathParameters }) => Object.keys(pathParameters).length === 0)
      .map((endpoint) => ({ endpoint, params: {} })),
    ...withParameter('alt', edges),
    ...withParameter('group', tleGroups),
  ]
}
