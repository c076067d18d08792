import { minutes } from '#kit/time'

/** From which clock skew on an operator is warned. */
const SKEW_WARNING_MS = minutes(1)

/** Returns a warning if the clock of a store, such as `Redis`, is so many milliseconds ahead or behind. */
export function clockWarnings(store: string, skewMs: number): string[] {
  if (Math.abs(skewMs) <= SKEW_WARNING_MS) return []
  const skew = `${Math.round(Math.abs(skewMs) / minutes(1))} min ${skewMs > 0 ? 'ahead of' : 'behind'}`
  return [
    `The clock of ${store} is ${skew} this machine's. Budgets and jobs use the clocks of all machines ` +
      'that share the store: synchronise them (NTP)',
  ]
}
