import { ask } from '#ask'
import { type WorldFlags, withOpen } from '#open'
import type { Style } from '#paint'
import { type Cell, printJson, printPairs, printTable, wholeOf } from '#print'
import { REMEDIES } from '#published-shells'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

/** What we print of the envelope of `/shell/diff`. */
interface DiffEnvelope {
  readonly data: {
    readonly computed_at: string
    readonly previous_computed_at: string
    readonly added_count: number
    readonly removed_count: number
    readonly added: readonly Listed[]
    readonly removed: readonly Listed[]
    readonly stale_count: number
  }
}

interface Listed {
  readonly norad_id: number
  readonly name: string
  readonly object_type: string
  readonly perigee_km: number
  readonly apogee_km: number
  readonly inclination_deg: number
  readonly reason: string
}

const FIRST = 10

/** Prints how many objects came and went, and the first of them. */
export async function diffShells(flags: WorldFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const envelope = await withOpen(flags, terminal, (spaceData) =>
    ask<DiffEnvelope>('/shell/diff', spaceData, {
      shell_not_populated: `${REMEDIES.shell_not_populated}, twice: a difference takes two runs`,
    }),
  )
  if (flags.json) return printJson(envelope, terminal)
  const { computed_at, previous_computed_at, added_count, removed_count, added, removed, stale_count } =
    envelope.data
  await printPairs(
    {
      computed: momentOf(computed_at, '-'),
      'run before': momentOf(previous_computed_at, '-'),
      added: { text: wholeOf(added_count), style: 'good' },
      removed: { text: wholeOf(removed_count), style: 'bad' },
      stale: `${wholeOf(stale_count)} (elements over 30 days old, in the catalogue still)`,
    },
    terminal,
  )
  const rows = [...rowsOf('good', added), ...rowsOf('bad', removed)]
  if (rows.length === 0) return
  await terminal.out('\n')
  await printTable(TITLES, rows, terminal)
  const hidden = added_count + removed_count - rows.length
  if (hidden > 0) await terminal.out(`and ${wholeOf(hidden)} more; --json lists up to 5,000 of each\n`)
}

const TITLES = ['', 'ID', 'NAME', 'KIND', 'PERIGEE KM', 'APOGEE KM', 'INCLINATION']

function rowsOf(style: Style, objects: readonly Listed[]): Cell[][] {
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
