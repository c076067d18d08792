import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { keyExpiring } from '#features/alerts/types/service'
import type { KeyRecord } from '#kernel/accounts/keys/key-records'
import { days, iso } from '#kernel/kit/time'

/** Days before the expiry of a key at which an alert is sent, in ascending order. */
const THRESHOLDS_DAYS = [1, 7, 30] as const

type ObservedKey = Pick<KeyRecord, 'id' | 'label' | 'account' | 'expiresAt' | 'revokedAt'>

interface State {
  /** Time at which keys were last read, in epoch milliseconds. */
  readonly readAt: number
  /** The lowest number of days that was reported, by key. */
  readonly reported: Readonly<Record<string, number>>
}

/** Finds keys that expire in 30 days, 7 days or 1 day. */
export function expiringKeys(shard: number): Detector<State, readonly ObservedKey[]> {
  return {
    id: `keys-${shard}`,
    initial: { readAt: 0, reported: {} },
    detect(before, keys, now) {
      const alerts: AlertFacts[] = []
      const reported: Record<string, number> = {}
      for (const { id, label, account, expiresAt, revokedAt } of keys) {
        const end = Date.parse(expiresAt ?? '')
        if (revokedAt !== null || !(now < end)) continue
        const reached = THRESHOLDS_DAYS.find((left) => end - now <= days(left))
        if (reached === undefined) continue
        reported[id] = Math.min(reached, before.reported[id] ?? Number.POSITIVE_INFINITY)
        if (before.reported[id] !== undefined && before.reported[id] <= reached) continue
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
      return { state: { readAt: now, reported }, alerts }
    },
  }
}
