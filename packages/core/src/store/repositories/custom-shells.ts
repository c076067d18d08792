import type { CustomShell } from '#orbit/custom-shell'
import { AccountRecords } from '#store/repositories/account-records'
import type { Store } from '#store/store'

/** A custom shell as it is stored. It is never changed: its history would lie. */
export interface CustomShellRecord extends CustomShell {
  /** `shl_` and 20 base62 characters. */
  readonly id: string
  /** Its owner's name for it. */
  readonly name: string
  /** ISO 8601 UTC. */
  readonly createdAt: string
  /** Digests of the key by which its creation may be repeated, and of what was asked for; absent without. */
  readonly creationKey?: string
}

/** The custom shells of accounts. */
export class CustomShellRecords extends AccountRecords<CustomShellRecord> {
  constructor(store: Store, now: () => number) {
    super(store, now, { records: 'custom-shells', lists: 'custom-shell-accounts' })
  }
}
