import { ask } from '#ask'
import { wholeNumber } from '#given'
import type { WorldFlags } from '#open'
import { minuteOf, printJson, printPairs, printTable } from '#print'
import type { Terminal } from '#terminal'

/** What we print of the envelope of `/shell/density/{alt}`. */
interface DensityEnvelope {
  readonly data: {
    readonly altitude_min_km: number
    readonly altitude_max_km: number
    readonly computed_at: string
    readonly catalogue_epoch: string
    readonly objects_total: number
    readonly mean_density_per_km3: number
    readonly latitude_step_deg: number
    readonly by_type: Readonly<Record<string, number>>
    readonly bins: readonly Bin[]
    readonly source: string
  }
}

interface Bin {
  readonly latitude_deg: number
  readonly density_per_km3: number
  readonly objects: number
}

/** Prints a shell, one line to each band of latitude. */
export async function show(
  alt: string,
  flags: WorldFlags & { json?: true },
  terminal: Terminal,
): Promise<void> {
  const altitude = wholeNumber({ text: alt, from: 'shell show' }, 5_000, 100)
  const { withOpen } = await import('#open')
  const envelope = await withOpen(flags, terminal, (spaceData) =>
    ask<DensityEnvelope>(`/shell/density/${altitude}`, spaceData, REMEDIES),
  )
  if (flags.json) return printJson(envelope, terminal)
  const { data } = envelope
  await printPairs(
    {
      shell: `${data.altitude_min_km} to ${data.altitude_max_km} km above 6378.137 km`,
      objects: `${data.objects_total.toFixed(1)} at any time`,
      ...kindsOf(data.by_type),
      'mean density': `${data.mean_density_per_km3.toExponential(2)} per km³`,
      computed: minuteOf(data.computed_at, '-'),
      '24 hours from': minuteOf(data.catalogue_epoch, '-'),
      source: data.source,
    },
    terminal,
  )
  await terminal.out('\n')
  await printTable(['LATITUDE', 'OBJECTS', 'DENSITY PER KM³', ''], bandsOf(data), terminal)
}

/** What to do when no run has been published yet. */
export const REMEDIES = {
  shell_not_populated: 'Compute them with: space-data shell run',
  invalid_parameter: 'Name the server’s own shells with --altitudes',
}

function kindsOf(byType: Readonly<Record<string, number>>): Record<string, string> {
  const kinds = Object.entries(byType).filter(([, objects]) => objects > 0)
  return Object.fromEntries(
    kinds.map(([type, objects]) => [`  ${type.replaceAll('_', ' ')}`, objects.toFixed(1)]),
  )
}

const LONGEST = 30

/** Bands from north to south; all bins of one have the same volume, so their densities are averaged as they are. */
function bandsOf({ bins, latitude_step_deg }: DensityEnvelope['data']): string[][] {
  const bands = new Map<number, Bin[]>()
  for (const bin of bins) bands.set(bin.latitude_deg, [...(bands.get(bin.latitude_deg) ?? []), bin])
  const rows = [...bands].reverse().map(([latitude, band]) => ({
    latitude,
    objects: band.reduce((sum, { objects }) => sum + objects, 0),
    density: band.reduce((sum, { density_per_km3 }) => sum + density_per_km3, 0) / band.length,
  }))
  const densest = Math.max(...rows.map(({ density }) => density))
  return rows.map(({ latitude, objects, density }) => [
    `${edge(latitude - latitude_step_deg / 2)} to ${edge(latitude + latitude_step_deg / 2)}`,
    objects.toFixed(2).padStart(7),
    density.toExponential(2).padStart(15),
    '#'.repeat(densest > 0 ? Math.round((density / densest) * LONGEST) : 0),
  ])
}

/** `30S`, ` 0 `, `10N`. */
function edge(latitude: number): string {
  const letter = latitude < 0 ? 'S' : latitude > 0 ? 'N' : ' '
  return `${Math.abs(latitude)}${letter}`.padStart(3)
}
