import { MAX_LANES } from '#features/webhooks/delivery-changes'
import type { WebhookDeliveries } from '#features/webhooks/webhook-deliveries'

/**
 * Maximum number of concurrent requests of a process: to all receivers and to the receivers of one account;
 * and the maximum number of slow ones among them.
 */
const ALL = { all: 256, slow: 128 }
const OF_ACCOUNT = { all: 32, slow: 16 }

/** Permission for one request. It must be released once. */
export interface Lane {
  end(): void
}

/**
 * Distributes the requests of a process, so that no account and no slow receiver delays the others. A webhook
 * with a slow receiver has one lane, and all of them together have half of the lanes of their account and of
 * the process.
 */
export class Lanes {
  readonly #taken = new Map<string, number>()

  /** Whether all lanes are taken. */
  get areTaken(): boolean {
    return this.#count('') >= ALL.all
  }

  /** Takes all lanes for a webhook that it may have now. */
  take({ isSlow, target: { account } }: Pick<WebhookDeliveries, 'isSlow' | 'target'>): readonly Lane[] {
    const shares: (readonly [name: string, size: number])[] = [
      ['', ALL.all],
      [`account ${account}`, OF_ACCOUNT.all],
      ...(isSlow
        ? ([
            ['slow', ALL.slow],
            [`slow ${account}`, OF_ACCOUNT.slow],
          ] as const)
        : []),
    ]
    const free = shares.map(([name, size]) => size - this.#count(name))
    const count = Math.max(0, Math.min(isSlow ? 1 : MAX_LANES, ...free))
    return Array.from({ length: count }, () => {
      for (const [name] of shares) this.#add(name, 1)
      return {
        end: () => {
          for (const [name] of shares) this.#add(name, -1)
        },
      }
    })
  }

  #count(name: string): number {
    return this.#taken.get(name) ?? 0
  }

  #add(name: string, change: 1 | -1): void {
    const count = this.#count(name) + change
    if (count === 0) this.#taken.delete(name)
    else this.#taken.set(name, count)
  }
}
