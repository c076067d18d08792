import type { Backend } from '@space-data/core'

/**
 * What a command wants of a store. A server goes on without one that lasts, but not on a damaged one; a command that writes may make
 * one that is not there yet, and one that reads does not.
 */
export type StoreUse = 'serving' | 'writing' | 'reading'

/** An opened place. */
export interface OpenedBackend {
  readonly backend: Backend
  /** Whether it is a file that was there before. */
  readonly wasThere: boolean
}
