import type { KeyvStoreAdapter } from 'keyv'
import type { Counters } from '#store/counters'

/** Where everything is kept: a keyv adapter for records and, beside it, atomic counters on the same connection. */
export interface Backend {
  /** What a person is told of the place, such as `SQLite at /var/lib/space-data.sqlite`. */
  readonly description: string
  readonly adapter: KeyvStoreAdapter | Map<string, unknown>
  readonly counters: Counters
  /** The keys of all records that begin with `prefix`. */
  keys(prefix: string): Promise<string[]>
  close(): Promise<void>
}
