import * as v from 'valibot'
import { CUSTOM_SHELL_ID, type CustomShell } from '#features/debris/custom-groups/custom-shell'
import { objectTypes } from '#features/objects/elements/element-set'
import { AccountRecords, creationKey } from '#kernel/accounts/account-records'
import { recordKind } from '#kernel/storage/records/record-kind'
import { instant, matching, positive } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** A stored custom shell. It is immutable, as a change would falsify its history. */
export interface CustomShellRecord extends CustomShell {
  /** `shl_` and 20 base62 characters. */
  readonly id: string
  /** Name given by the owner. */
  readonly name: string
  /** ISO 8601 UTC. */
  readonly createdAt: string
  /** Digests of the idempotency key of its creation and of the request; absent without a key. */
  readonly creationKey?: string
}

/** A custom shell of an account. */
export const customShellKind = recordKind<CustomShellRecord>({
  name: 'custom-shells',
  id: CUSTOM_SHELL_ID,
  schema: v.strictObject({
    id: matching(CUSTOM_SHELL_ID),
    name: v.string(),
    grid: v.strictObject({
      minKm: positive,
      maxKm: positive,
      stepKm: positive,
      latitudeMinDeg: v.number(),
      latitudeMaxDeg: v.number(),
      latitudeStepDeg: positive,
    }),
    filter: v.strictObject({
      objectTypes: v.exactOptional(v.array(v.picklist(objectTypes))),
      owners: v.exactOptional(v.array(v.string())),
      inclinationMinDeg: v.exactOptional(v.number()),
      inclinationMaxDeg: v.exactOptional(v.number()),
      constellations: v.exactOptional(v.picklist(['only', 'without'])),
    }),
    createdAt: instant,
    creationKey,
  }),
})

/** Deletes what belongs to a custom shell that was deleted. */
type DeletionListener = (shellId: string) => Promise<void>

/** The custom shells of accounts. */
export class CustomShellRecords extends AccountRecords<CustomShellRecord> {
  readonly #deletionListeners: DeletionListener[] = []

  constructor(store: Store, now: () => number) {
    super({ store, now }, customShellKind, 'custom-shell-accounts')
  }

  /** Adds a function that is called after a shell is deleted, in the order of the calls. */
  onDeleted(listener: DeletionListener): void {
    this.#deletionListeners.push(listener)
  }

  /** Deletes a shell of an account and everything that belongs to it. */
  async delete(account: string, shellId: string): Promise<void> {
    await this.update(account, (shells) => shells.filter(({ id }) => id !== shellId))
    for (const listener of this.#deletionListeners) await listener(shellId)
  }
}
