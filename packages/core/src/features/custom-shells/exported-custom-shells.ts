import type { CustomShellContext } from '#features/custom-shells/context'
import { customShellKind } from '#features/custom-shells/custom-shell-records'
import { exportedOwned } from '#kernel/accounts/account-records'
import { mergeByKey } from '#kernel/storage/records/record-kind'

/** The custom shells. An import does not change an existing shell: an id always has the same definition. */
export const exportedCustomShells = exportedOwned(
  customShellKind,
  ({ customShells }: CustomShellContext) => customShells.records,
  async (account, record, { context: { customShells } }) => {
    await customShells.records.update(account, (records) => mergeByKey(records, [record], ({ id }) => id))
  },
)
