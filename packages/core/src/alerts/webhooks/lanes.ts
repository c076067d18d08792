import { MAX_LANES } from '#alerts/webhooks/delivery-changes'
import type { WebhookDeliveries } from '#alerts/webhooks/webhook-deliveries'

/** Requests of a process at a time: to all receivers, to those of one account; and how many may be slow. */
const ALL = { all: 256, slow: 128 }
const OF_ACCOUNT = { all: 32, slow: 16 }

/** The right to make one request; to be ended once. */
export interface Lane {
  end(): void
}

/**
 * Shares the requests of a process, so that no account and no slow receiver holds up the others. A webhook
 * whose receiver is slow has one lane, and all of them together half of those of their account and of all.
 */
export class Lanes {
  readonly #taken = new Map<string, number>()

  /** Whether no webhook can get a lane. */
  get areTaken(): boolean {
    return this.#count('') >= ALL.all
  }

  /** Takes as many lanes for a webhook as it may have now. */
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
