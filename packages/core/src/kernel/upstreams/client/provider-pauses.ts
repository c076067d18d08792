import type { Environment } from '#kernel/kit/environment'
import { iso, isWithin, minutes } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'
import type { Budgets } from '#kernel/upstreams/client/budgets'
import { notRequestedError } from '#kernel/upstreams/client/upstream-error'

/** A time during which a provider is not requested, because one of its responses requires that. */
export interface ProviderPause {
  /** Epoch milliseconds. */
  readonly since: number
  /** Epoch milliseconds. */
  readonly until: number
  /** Description in our own words, shown on `/status`. */
  readonly because: string
  /** Whether one request every 15 minutes probes whether the provider has recovered, which ends the pause. */
  readonly isProbed: boolean
}

const PROBE_EVERY_MS = minutes(15)

/** Permission to request a provider. */
interface Leave {
  /** Ends the pause, if the request was its probe and succeeded. */
  succeeded(): Promise<void>
  /** Returns the probe, if no request was sent. */
  refund(): Promise<void>
}

const NOT_PAUSED: Leave = { succeeded: async () => {}, refund: async () => {} }

/** The pauses of providers, shared by all processes on the store. */
export class ProviderPauses {
  readonly #environment: Environment
  readonly #budgets: Budgets
  /** Pauses that this process has begun, used if the store fails. */
  readonly #own = new Map<string, ProviderPause>()

  constructor(environment: Environment, budgets: Budgets) {
    this.#environment = environment
    this.#budgets = budgets
  }

  /** Returns the pause of a provider, begun by any process; `undefined` if there is none. */
  async current(provider: string): Promise<ProviderPause | undefined> {
    const { store, now } = this.#environment
    const pause = await withStoreFallback<ProviderPause | undefined>(
      () => store.get<ProviderPause>(this.#keyOf(provider)),
      () => this.#own.get(provider),
    )
    return pause && isWithin(pause.since, pause.until, now()) ? pause : undefined
  }

  /** Begins a pause for all processes. A longer existing pause is kept. */
  async begin(provider: string, pause: ProviderPause): Promise<void> {
    const { store, now } = this.#environment
    const before = await this.current(provider)
    if (before && before.until >= pause.until) return
    this.#own.set(provider, pause)
    const ttlMs = pause.until - now()
    if (ttlMs > 0) await unlessStoreFails(() => store.set(this.#keyOf(provider), pause, ttlMs))
    // The first probe is also sent after a quarter of an hour.
    if (pause.isProbed) await this.#budgets.consume(probeOf(provider))
  }

  /**
   * Returns the permission to request a provider. During a probed pause, there is one permission in 15
   * minutes for all processes.
   *
   * @throws UpstreamError `not_requested` during a pause.
   */
  async requireLeave(provider: string): Promise<Leave> {
    const pause = await this.current(provider)
    if (!pause) return NOT_PAUSED
    const probe = pause.isProbed ? await this.#budgets.consume(probeOf(provider)) : undefined
    if (!probe || !('refund' in probe))
      throw notRequestedError(`requests paused until ${iso(pause.until)}: ${pause.because}`)
    return { refund: probe.refund, succeeded: () => this.#end(provider) }
  }

  /** Returns when the provider may be requested next, in epoch milliseconds; 0 for immediately. */
  async nextLeaveAt(provider: string): Promise<number> {
    const pause = await this.current(provider)
    if (!pause) return 0
    if (!pause.isProbed) return pause.until
    return Math.min(pause.until, await this.#budgets.freeAtOf(probeOf(provider)))
  }

  async #end(provider: string): Promise<void> {
    this.#own.delete(provider)
    await unlessStoreFails(() => this.#environment.store.delete(this.#keyOf(provider)))
  }

  #keyOf(provider: string): string {
    return `pause:${this.#environment.settings.originsId}:${provider}`
  }
}

async function unlessStoreFails(write: () => Promise<unknown>): Promise<void> {
  await withStoreFallback<unknown>(write, () => undefined)
}

function probeOf(provider: string) {
  return { name: `probe:${provider}`, calls: 1, perMs: PROBE_EVERY_MS }
}
