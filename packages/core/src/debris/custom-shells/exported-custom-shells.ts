import { exportedOwned } from '#accounts/account-records'
import type { DebrisContext } from '#debris/context'
import { customShellKind } from '#debris/custom-shells/custom-shell-records'
import { mergeByKey } from '#storage/records/record-kind'

/** The custom shells. An import does not change an existing shell: an id always has the same definition. */
export const exportedCustomShells = exportedOwned(
  customShellKind,
  ({ debris }: DebrisContext) => debris.customShells,
  async (account, record, { context: { debris } }) => {
    await debris.customShells.update(account, (records) => mergeByKey(records, [record], ({ id }) => id))
  },
)
