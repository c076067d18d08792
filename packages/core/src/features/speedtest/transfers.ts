import type { NetworkNames } from '#kernel/accounts/networks/network-names'
import type { Context } from '#kernel/endpoint/endpoint'
import type { Environment } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'

/** The kernel and the transfers of the speed test. */
export interface SpeedtestContext extends Context {
  readonly transfers: Transfers
}

/** A speed-test transfer in progress. */
export interface Transfer {
  /** Records progress; a transfer without progress for 30 s no longer counts. */
  markProgress(): void
  end(): void
}

/**
 * Time for which a transfer counts without progress, in milliseconds, as a client that disappears sends no
 * end.
 */
const STALLED_MS = seconds(30)
/** Share of the concurrent transfers that one network may use. */
const SHARE_OF_NETWORK = 0.25
const BUSY_SECONDS = 5

interface Running {
  readonly network: string
  /** Time at which bytes were last transferred, by a monotonic clock. */
  progressAt: number
}

/** The speed-test transfers of this process. */
export class Transfers {
  readonly #environment: Environment
  readonly #names: NetworkNames
  readonly #running = new Set<Running>()

  constructor(environment: Environment, names: NetworkNames) {
    this.#environment = environment
    this.#names = names
  }

  /**
   * Starts a transfer.
   *
   * @throws `rate_limited` if too many are in progress in this process, in total or for one network
   */
  begin(ip: string | undefined): Transfer {
    const running = this.#running
    const maxTransfers = this.#environment.settings.limits.speedtestTransfers
    const now = performance.now()
    for (const each of running) if (now - each.progressAt > STALLED_MS) running.delete(each)
    const network = this.#names.localIdOf(ip)
    const own = [...running].filter((each) => each.network === network).length
    // Clients without an address count as one network, which may use all transfers.
    const maxOfNetwork = ip === undefined ? maxTransfers : Math.ceil(maxTransfers * SHARE_OF_NETWORK)
    if (running.size >= maxTransfers || own >= maxOfNetwork) {
      const message = `Too many speed tests are in progress. Retry in ${BUSY_SECONDS} s.`
      throw new Problem('rate_limited', { message, retryAfterSeconds: BUSY_SECONDS })
    }
    const transfer = { network, progressAt: now }
    running.add(transfer)
    return {
      markProgress() {
        transfer.progressAt = performance.now()
      },
      end() {
        running.delete(transfer)
      },
    }
  }
}
