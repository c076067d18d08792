import type { Payloads } from '@space-data/core'
import { readAsOperator } from '#instance/operator-request'
import { type ServiceFlags, withService } from '#instance/service'
import type { Style } from '#kit/colors'
import { type Cell, formatInteger, printJson, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'
import { REMEDIES } from '#shell/published-shells'

type Diff = Payloads['/shell/diff']

const FIRST = 10

/** Prints how many objects were added and removed, and the first of them. */
export async function diffShells(flags: ServiceFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const remedies = {
    shell_not_populated: `${REMEDIES.shell_not_populated}, twice: a diff needs two runs`,
  }
  const envelope = await withService(flags, terminal, (spaceData) =>
    readAsOperator<Diff>('/shell/diff', spaceData, { remedies }),
  )
  if (flags.json) return printJson(envelope, terminal)
  const { computed_at, previous_computed_at, added_count, removed_count, added, removed, stale_count } =
    envelope.data
  await printPairs(
    {
      computed: formatMoment(computed_at, '-'),
      'previous run': formatMoment(previous_computed_at, '-'),
      added: { text: formatInteger(added_count), style: 'success' },
      removed: { text: formatInteger(removed_count), style: 'error' },
      stale: `${formatInteger(stale_count)} (elements over 30 days old, still in the catalogue)`,
    },
    terminal,
  )
  const rows = [...toDiffRows('success', added), ...toDiffRows('error', removed)]
  if (rows.length === 0) return
  await terminal.out('\n')
  await printTable(TITLES, rows, terminal, { leaving: LEAVING, whole: ['ID'] })
  const hidden = added_count + removed_count - rows.length
  if (hidden > 0)
    await terminal.out(`and ${formatInteger(hidden)} more; use --json for up to 5,000 of each\n`)
}

const TITLES = ['', 'ID', 'NAME', 'KIND', 'PERIGEE KM', 'APOGEE KM', 'INCLINATION']
const LEAVING = ['INCLINATION', 'KIND']

function toDiffRows(style: Style, objects: Diff['added' | 'removed']): Cell[][] {
  return objects
    .slice(0, FIRST)
    .map(({ norad_id, name, object_type, perigee_km, apogee_km, inclination_deg, reason }) => [
      { text: reason, style },
      String(norad_id),
      name,
      object_type.replaceAll('_', ' '),
      perigee_km.toFixed(1),
      apogee_km.toFixed(1),
      `${inclination_deg.toFixed(2)}°`,
    ])
}
