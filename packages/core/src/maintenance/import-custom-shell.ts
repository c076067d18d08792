import type { Context } from '#context'
import type { LineOf } from '#maintenance/lines'
import { CustomShellDays } from '#store/repositories/custom-shell-days'

/** Stores a custom shell unless it exists: one id is always one definition. */
export async function importCustomShell(
  { account, record }: LineOf<'custom_shell'>,
  { customShells }: Context,
): Promise<void> {
  await customShells.update(account, (records) =>
    records.some(({ id }) => id === record.id) ? records : [...records, record],
  )
}

/** Stores the days of a month that are not there yet. */
export async function importCustomShellDays(
  { origins, id, month, days }: LineOf<'custom_shell_days'>,
  { store }: Context,
): Promise<void> {
  const histories = new CustomShellDays(store, origins)
  const existing = await histories.readMonth(id, month)
  const known = new Set(existing.map(({ day }) => day))
  await histories.writeMonth(id, month, [...existing, ...days.filter(({ day }) => !known.has(day))])
}
