import { KeyLog } from '#accounts/keys/key-log-records'
import type { Context } from '#kit/context'

/** Who does what clients do without the operator, in the log of operations on keys. */
export const SELF_SERVICE = 'self-service'

/** Returns the log of operations on keys; by default the operator does what is logged. */
export function keyLogOf({ store, now, settings }: Context, by: string = settings.operator): KeyLog {
  return new KeyLog(store, now, by)
}
