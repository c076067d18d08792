import { CustomShellDays } from '#features/custom-shells/custom-shell-days'
import { CustomShellRecords } from '#features/custom-shells/custom-shell-records'
import { listCustomShells, listOwnedShells } from '#features/custom-shells/custom-shells'
import { recordCustomShells } from '#features/custom-shells/record-custom-shells'
import type { DebrisContext } from '#features/debris/context'

/** The shells of accounts, and their histories. */
export interface CustomShellServices {
  readonly records: CustomShellRecords
  readonly days: CustomShellDays
}

/** Creates the services, and has each night count the shells of accounts. */
export function createCustomShellServices(context: DebrisContext): CustomShellServices {
  const { store, settings, now, debris } = context
  const records = new CustomShellRecords(store, now)
  const days = new CustomShellDays(store, settings.originsId, now)
  records.onDeleted((id) => days.delete(id))
  debris.additionalShells = {
    list: () => listCustomShells(records, context),
    ids: async () => new Set((await listOwnedShells(records)).map(({ record }) => record.id)),
    record: (shells, runs) => recordCustomShells(shells, runs, { shells: debris.shells, days }),
  }
  return { records, days }
}
