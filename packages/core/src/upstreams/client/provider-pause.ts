import type { Context } from '#kit/context'
import { iso, isWithin, minutes } from '#kit/time'
import { withStoreFallback } from '#storage/store-failure'
import { consumeCall } from '#upstreams/client/budget'
import { notRequestedError } from '#upstreams/client/upstream-error'

/** A time in which a provider is not requested, because its response asked for that. */
export interface ProviderPause {
  /** Epoch milliseconds. */
  readonly since: number
  /** Epoch milliseconds. */
  readonly until: number
  /** Description in our own words, shown at `/status`. */
  readonly because: string
  /** Whether one request every 15 minutes finds out if the provider is well again, which ends the pause. */
  readonly isProbed: boolean
}

const PROBE_EVERY_MS = minutes(15)

/** The pauses that this process has begun, for a store that fails. */
const ownPauses = new WeakMap<Context, Map<string, ProviderPause>>()

/** Returns the pause of a provider, begun by any process; `undefined` if there is none. */
export async function currentPause(provider: string, context: Context): Promise<ProviderPause | undefined> {
  const pause = await withStoreFallback<ProviderPause | undefined>(
    () => context.store.get<ProviderPause>(keyOf(provider, context)),
    () => ownPauses.get(context)?.get(provider),
  )
  return pause && isWithin(pause.since, pause.until, context.now()) ? pause : undefined
}

/** Begins a pause for all processes; one that is longer stays as it is. */
export async function pauseProvider(provider: string, pause: ProviderPause, context: Context): Promise<void> {
  const before = await currentPause(provider, context)
  if (before && before.until >= pause.until) return
  const own = ownPauses.get(context) ?? new Map<string, ProviderPause>()
  ownPauses.set(context, own.set(provider, pause))
  const ttlMs = pause.until - context.now()
  if (ttlMs > 0) await unlessStoreFails(() => context.store.set(keyOf(provider, context), pause, ttlMs))
  // The first probe comes after a quarter of an hour, too.
  if (pause.isProbed) await consumeCall(probeOf(provider), context)
}

/** The leave to request a provider. */
interface Leave {
  /** Ends the pause, if the request was its probe and succeeded. */
  succeeded(): Promise<void>
  /** Gives the probe back, if no request was sent. */
  refund(): Promise<void>
}

const NOT_PAUSED: Leave = { succeeded: async () => {}, refund: async () => {} }

/**
 * Returns the leave to request a provider. During a pause that is probed there is one in 15 minutes for all
 * processes.
 *
 * @throws UpstreamError `not_requested` during a pause.
 */
export async function requireLeave(provider: string, context: Context): Promise<Leave> {
  const pause = await currentPause(provider, context)
  if (!pause) return NOT_PAUSED
  const probe = pause.isProbed ? await consumeCall(probeOf(provider), context) : undefined
  if (!probe || !('refund' in probe))
    throw notRequestedError(`requests paused until ${iso(pause.until)}: ${pause.because}`)
  return { refund: probe.refund, succeeded: () => endPause(provider, context) }
}

async function endPause(provider: string, context: Context): Promise<void> {
  ownPauses.get(context)?.delete(provider)
  await unlessStoreFails(() => context.store.delete(keyOf(provider, context)))
}

async function unlessStoreFails(write: () => Promise<unknown>): Promise<void> {
  await withStoreFallback<unknown>(write, () => undefined)
}

function probeOf(provider: string) {
  return { name: `probe:${provider}`, calls: 1, perMs: PROBE_EVERY_MS }
}

function keyOf(provider: string, { settings }: Context): string {
  return `pause:${settings.originsId}:${provider}`
}
