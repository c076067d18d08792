import type { KeyRecord } from '#accounts/keys/key-records'
import type { AlertFacts } from '#alerts/alert'
import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { keyExpiring } from '#alerts/types/service'
import { days, iso } from '#kit/time'

/** Days before its end at which a key is told to expire, the last one first. */
const THRESHOLDS_DAYS = [1, 7, 30] as const

type ObservedKey = Pick<KeyRecord, 'id' | 'label' | 'account' | 'expiresAt' | 'revokedAt'>

interface State {
  /** When keys were last read, in epoch milliseconds. */
  readonly readAt: number
  /** The least number of days that was told, by key. */
  readonly told: Readonly<Record<string, number>>
}

/** Number of detectors that share the accounts, so that no state grows too large. Can never change. */
export const KEY_DETECTORS = 16

/** Finds keys that expire in 30 days, 7 days or 1 day. */
export function expiringKeys(shard: number): Detector<State, readonly ObservedKey[]> {
  return {
    id: `keys-${shard}`,
    initial: { readAt: 0, told: {} },
    detect(before, keys, now) {
      const alerts: AlertFacts[] = []
      const told: Record<string, number> = {}
      for (const { id, label, account, expiresAt, revokedAt } of keys) {
        const end = Date.parse(expiresAt ?? '')
        if (revokedAt !== null || !(now < end)) continue
        const reached = THRESHOLDS_DAYS.find((left) => end - now <= days(left))
        if (reached === undefined) continue
        told[id] = Math.min(reached, before.told[id] ?? Number.POSITIVE_INFINITY)
        if (before.told[id] !== undefined && before.told[id] <= reached) continue
        const data = {
          key_id: id,
          label,
          expires_at: iso(end),
          threshold_days: reached,
          observed_at: iso(now),
          url: '/ref/tiers',
        }
        const facts = { subject: id, level: String(reached), at: end - days(reached), account, data }
        alerts.push(factsOf(keyExpiring, facts))
      }
      return { state: { readAt: now, told }, alerts }
    },
  }
}
