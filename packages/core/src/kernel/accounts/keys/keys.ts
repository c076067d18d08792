import { getUsage, type Usage } from '#kernel/accounts/accounts'
import { type IssueKeyOptions, issueKey } from '#kernel/accounts/keys/issue'
import { KeyLog, type KeyLogEntry } from '#kernel/accounts/keys/key-log'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import type { IssuedKey } from '#kernel/accounts/keys/new-key'
import { type Pruned, type PruneOptions, pruneKeys } from '#kernel/accounts/keys/prune'
import { assertRestrictions } from '#kernel/accounts/keys/restrictions'
import { type RotateOptions, revokeKey, rotateKey } from '#kernel/accounts/keys/rotate'
import type { Context } from '#kernel/endpoint/endpoint'

/** Operations on keys. */
export interface Keys {
  /**
   * Issues a key. The plaintext is returned only once.
   *
   * @throws InvalidOptionError if an option is invalid
   * @throws KeyConflictError if the account is in another tier, or has reached the key limit of its tier
   */
  issue(options: IssueKeyOptions): Promise<IssuedKey>
  /** Returns all keys, oldest first, without pruned keys. */
  list(): Promise<KeyRecord[]>
  /** Returns the record of a key, or `undefined` if it does not exist. */
  show(id: string): Promise<KeyRecord | undefined>
  /** Revokes a key, within 5 s on every instance. Returns its record, or `undefined` if it does not exist. */
  revoke(id: string): Promise<KeyRecord | undefined>
  /**
   * Replaces a key by a new one of the same account, tier, label and restrictions; the old one works for the
   * grace period. Every instance applies it within 5 s. Returns `undefined` if the key does not exist.
   *
   * @throws InvalidOptionError if an option is invalid
   * @throws KeyConflictError if the key is not live, or is part of another rotation
   */
  rotate(id: string, options: RotateOptions): Promise<IssuedKey | undefined>
  /** Deletes keys that were revoked or expired at least 30 days ago, or with `dryRun` counts them. */
  prune(options?: PruneOptions): Promise<Pruned>
  /** Returns the operations on keys of at most the last 400 days, oldest first. */
  log(options?: KeyLogOptions): Promise<KeyLogEntry[]>
  /** Returns the requests of an account by day, or `undefined` if it has no keys. */
  usage(account: string): Promise<Usage | undefined>
}

/** Options for listing operations on keys. */
export interface KeyLogOptions {
  /**
   * Start of the list, in epoch milliseconds.
   *
   * @default 0
   */
  readonly sinceMs?: number | undefined
}

/** Creates the operations on keys; `keyedPaths` are the paths that require a key. */
export function createKeys(context: Context, keyedPaths: readonly string[] = []): Keys {
  const records = new KeyRecords(context.store)
  return {
    issue: async (options) => {
      assertRestrictions(options, keyedPaths)
      return issueKey(options, context)
    },
    list: () => records.all(),
    show: (id) => records.byId(id),
    revoke: (id) => revokeKey(id, context),
    rotate: (id, options) => rotateKey(id, options, context),
    prune: (options) => pruneKeys(context, options),
    log: ({ sinceMs = 0 } = {}) => new KeyLog(context).since(sinceMs),
    usage: (account) => getUsage(account, context),
  }
}
