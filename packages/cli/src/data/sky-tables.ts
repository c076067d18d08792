import { compassPoint, durationText, longSpans, noPassReason } from '@space-data/charts/text'
import { type Cell, printLines, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

interface Sight {
  readonly at: string
  readonly azimuth_deg: number
  readonly elevation_deg: number
  readonly doppler_hz?: number
}

interface PassRow {
  readonly name: string
  readonly rise: Sight | null
  readonly highest: Sight
  readonly set: Sight | null
  readonly visible: readonly { readonly start: Sight; readonly end: Sight }[]
}

interface AboveRow {
  readonly norad_id: number
  readonly name: string
  readonly azimuth_deg: number
  readonly elevation_deg: number
  readonly range_km: number
  readonly sunlit: boolean
}

/** Prints passes, with the times at which they are visible. */
export async function printPasses(
  data: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<void> {
  const { passes, without_passes, missing, from, to } = data as {
    passes: PassRow[]
    without_passes: (Parameters<typeof noPassReason>[0] & { norad_id: number; name: string })[]
    missing: number[]
    from: string
    to: string
  }
  const hasShift = passes.some(({ highest }) => highest.doppler_hz !== undefined)
  if (passes.length > 0)
    await printTable(
      ['RISES', 'FROM', 'HIGHEST', 'SETS', ...(hasShift ? ['DOPPLER'] : []), 'VISIBLE', 'OBJECT'],
      passes.map((pass) => toRow(pass, from)),
      terminal,
      { leaving: ['FROM'], whole: ['RISES', 'HIGHEST', 'SETS', 'DOPPLER', 'VISIBLE'] },
    )
  const span = durationText(Date.parse(to) - Date.parse(from))
  for (const object of without_passes) {
    const words = `${object.norad_id} ${object.name}: no pass in ${span}, ${noPassReason(object)}`
    await printLines(words, terminal)
  }
  if (missing.length === 0) return
  await terminal.out('\n')
  await printLines(`no elements for ${missing.join(', ')}. See space-data help object`, terminal)
}

/** Prints the objects above a location. */
export function printAbove(data: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<void> {
  const { objects, group, searched } = data as { objects: AboveRow[]; group: string; searched: number }
  if (objects.length === 0)
    return printLines(`none of the ${searched} objects of ${group} is that high now`, terminal)
  return printTable(
    ['ELEVATION', 'AZIMUTH', 'RANGE', 'SUNLIT', 'NUMBER', 'OBJECT'],
    objects.map(({ elevation_deg, azimuth_deg, range_km, sunlit, norad_id, name }) => [
      `${Math.round(elevation_deg)}°`,
      `${Math.round(azimuth_deg)}° ${compassPoint(azimuth_deg)}`,
      `${Math.round(range_km)} km`,
      sunlit ? 'yes' : 'no',
      String(norad_id),
      name,
    ]),
    terminal,
    { leaving: ['SUNLIT', 'RANGE'], whole: ['ELEVATION', 'AZIMUTH', 'NUMBER'] },
  )
}

/** A time of a pass shows its date from this long after the rise, or after `from`. */
const WITH_DATE_MS = 12 * 3_600_000

/** Returns the cells of a pass. */
function toRow({ name, rise, highest, set, visible: all }: PassRow, from: string): Cell[] {
  const visible = longSpans(all)
  const begin = Date.parse(rise?.at ?? from)
  const dateOf = ({ at }: Sight) => (Date.parse(at) - begin < WITH_DATE_MS ? '' : `${at.slice(5, 10)} `)
  const timeOf = (sight: Sight) => dateOf(sight) + sight.at.slice(11, 16)
  return [
    formatMoment(rise?.at ?? null, 'is up'),
    rise ? compassPoint(rise.azimuth_deg) : '–',
    `${timeOf(highest)} ${Math.round(highest.elevation_deg)}° ${compassPoint(highest.azimuth_deg)}`,
    set ? `${timeOf(set)} ${compassPoint(set.azimuth_deg)}` : 'stays up',
    ...(highest.doppler_hz === undefined ? [] : [`${shiftText(rise)} to ${shiftText(set)} kHz`]),
    visible.length === 0
      ? '–'
      : {
          text: visible.map(({ start, end }) => `${timeOf(start)}–${end.at.slice(11, 16)}`).join(', '),
          style: 'success',
        },
    name,
  ]
}

function shiftText(sight: Sight | null): string {
  return sight?.doppler_hz === undefined ? '–' : signed(sight.doppler_hz / 1_000)
}

function signed(kilohertz: number): string {
  return `${kilohertz > 0 ? '+' : ''}${kilohertz.toFixed(2)}`
}
