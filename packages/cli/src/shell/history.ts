import type { Payloads } from '@space-data/core'
import { readAsOperator } from '#instance/operator-request'
import { type ServiceFlags, withService } from '#instance/service'
import { type Cell, formatInteger, printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { REMEDIES } from '#shell/published-shells'

interface HistoryFlags extends ServiceFlags {
  readonly alt: string
  readonly from?: string
  readonly to?: string
  readonly json?: true
}

type History = Payloads['/shell/history']
type Day = History['days'][number]

/** Prints the totals of a shell from day to day. */
export async function shellHistory(flags: HistoryFlags, terminal: Terminal): Promise<void> {
  const { alt, from, to } = flags
  const query = new URLSearchParams({ alt, ...(from && { from }), ...(to && { to }) })
  const remedies = { shell_not_populated: REMEDIES.shell_not_populated }
  const envelope = await withService(flags, terminal, (spaceData) =>
    readAsOperator<History>(`/shell/history?${query}`, spaceData, { remedies }),
  )
  if (flags.json) return printJson(envelope, terminal)
  const { altitude_min_km, altitude_max_km, days } = envelope.data
  await terminal.out(`Shell ${altitude_min_km} to ${altitude_max_km} km\n\n`)
  await printTable(TITLES, days.map(toRow), terminal, { leaving: LEAVING })
}

const TITLES = ['DAY', 'OBJECTS', 'CHANGE', 'CATALOGUE', 'ADDED', 'REMOVED', 'DECAYED']
/** Columns that a narrow terminal leaves out; the density of the shell stays longest. */
const LEAVING = ['DECAYED', 'CATALOGUE', 'REMOVED', 'ADDED']

function toRow(
  { day, objects_total, catalogue_objects, added_count, removed_count, decayed_count }: Day,
  i: number,
  days: readonly Day[],
): Cell[] {
  const before = days[i - 1]?.objects_total
  const change = before === undefined ? '-' : signed(objects_total - before)
  return [
    day,
    objects_total.toFixed(1).padStart(7),
    change.padStart(6),
    formatInteger(catalogue_objects).padStart(9),
    formatInteger(added_count).padStart(5),
    formatInteger(removed_count).padStart(7),
    formatInteger(decayed_count).padStart(7),
  ]
}

function signed(change: number): string {
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)}`
}
