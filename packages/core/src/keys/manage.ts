import type { Context } from '#context'
import { type Usage, usageOf } from '#keys/accounts'
import { issueByOperator, type KeyOrder } from '#keys/issue'
import type { IssuedKey } from '#keys/new-key'
import { type Pruned, type PruneOptions, pruneKeys } from '#keys/prune'
import { revokeKey } from '#keys/revoke'
import { type RotateOptions, rotateKey } from '#keys/rotate'
import { type KeyRecord, KeyRecords } from '#store/keys'

/** What an operator can do with keys. */
export interface Keys {
  /** Issues a key and shows it, once; throws a TypeError or a KeyRefused, whose messages are for people. */
  issue(order: KeyOrder): Promise<IssuedKey>
  /** All keys, oldest first, but for those that ended long ago. */
  list(): Promise<KeyRecord[]>
  /** Gives the record of a key, or `undefined` when there is no such key. */
  show(id: string): Promise<KeyRecord | undefined>
  /** Revokes a key, on every instance within 5 s; gives its record, or `undefined` when there is no such key. */
  revoke(id: string): Promise<KeyRecord | undefined>
  /**
   * Replaces a key by a new one of the same account, tier and label, the old one working for the grace period, its end
   * known to every instance within 5 s; gives `undefined` when there is no such key.
   */
  rotate(id: string, options: RotateOptions): Promise<IssuedKey | undefined>
  /** Forgets the keys that have been revoked or expired for 30 days, or only counts them. */
  prune(options?: PruneOptions): Promise<Pruned>
  /** The requests of an account by day; `undefined` when there is no such account. */
  usage(account: string): Promise<Usage | undefined>
}

export function manageKeys(context: Context): Keys {
  const records = new KeyRecords(context.store)
  return {
    issue: (order) => issueByOperator(order, context),
    list: () => records.all(),
    show: (id) => records.byId(id),
    revoke: (id) => revokeKey(id, context),
    rotate: (id, options) => rotateKey(id, options, context),
    prune: (options) => pruneKeys(context, options),
    usage: (account) => usageOf(account, context),
  }
}
