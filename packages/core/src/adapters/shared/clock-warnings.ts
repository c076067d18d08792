import { minutes } from '#kernel/kit/time'

/** Clock skew from which a warning is reported. */
const SKEW_WARNING_MS = minutes(1)

/**
 * Returns a warning if the clock of a store, such as `Redis`, is too far ahead or behind by this number of
 * milliseconds.
 */
export function clockWarnings(store: string, skewMs: number): string[] {
  if (Math.abs(skewMs) <= SKEW_WARNING_MS) return []
  const skew = `${Math.round(Math.abs(skewMs) / minutes(1))} min ${skewMs > 0 ? 'ahead of' : 'behind'}`
  return [
    `The clock of ${store} is ${skew} the clock of this machine. Budgets and jobs use the clocks of all ` +
      'machines that share the store: synchronise them (NTP)',
  ]
}
