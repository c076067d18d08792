import { type Drawing, formatPerBillionKm3 } from '@space-data/charts'
import { UsageError } from '#errors'
import { writeNewFile } from '#new-file'
import { requestAsOperator } from '#operator-request'
import { type Cell, formatInteger, printJson, printPairs } from '#print'
import { fetchProfile, REMEDIES } from '#published-shells'
import { parseWholeNumber } from '#raw-value'
import { type ServiceFlags, withService } from '#service'
import { type Density, layerDensity, objectsByKind } from '#shell-data'
import type { Terminal } from '#terminal'
import { formatMoment } from '#times'

export interface ShowFlags extends ServiceFlags {
  readonly profile?: true
  readonly svg?: string
  readonly json?: true
}

/**
 * Shows one shell as a map or, with `--profile`, all shells by altitude: in the terminal, or as an SVG file.
 */
export async function showShells(
  alt: string | undefined,
  flags: ShowFlags,
  terminal: Terminal,
): Promise<void> {
  if (alt === undefined && !flags.profile) {
    throw new UsageError(
      'shell show takes an altitude in km or --profile',
      'Example: space-data shell show 785',
    )
  }
  if (alt === undefined) return showProfile(flags, terminal)
  if (flags.profile) throw new UsageError('--profile takes no altitude: it shows all shells')
  return showShell(parseWholeNumber({ text: alt, from: 'shell show' }, 5_000, 100), flags, terminal)
}

async function showShell(altitude: number, flags: ShowFlags, terminal: Terminal): Promise<void> {
  const envelope = await withService(flags, terminal, (spaceData) =>
    requestAsOperator<{ data: Density }>(`/shell/density/${altitude}`, spaceData, REMEDIES),
  )
  const { data } = envelope
  const draw = async () => (await import('#charts/shell-map')).shellMap(data)
  const isWritten = await writeSvg(flags, draw, terminal)
  if (flags.json) return printJson(envelope, terminal)
  if (isWritten) return
  const { textMap } = await import('#charts/text-map')
  await printPairs(
    {
      shell: `${data.altitude_min_km}–${data.altitude_max_km} km altitude (over a sphere of 6378.137 km)`,
      objects: `${data.objects_total.toFixed(1)} at any time`,
      ...toKindPairs(data),
      'mean density': `${formatPerBillionKm3(data.mean_density_per_km3)} objects per billion km³`,
      ...toOriginPairs(data),
    },
    terminal,
  )
  await terminal.out(`\n${textMap(data, terminal.colors)}`)
}

async function showProfile(flags: ShowFlags, terminal: Terminal): Promise<void> {
  const profile = await withService(flags, terminal, fetchProfile)
  const { shells } = profile
  const draw = async () => (await import('#charts/shell-profile')).shellProfile(profile)
  const isWritten = await writeSvg(flags, draw, terminal)
  if (flags.json) return printJson(profile, terminal)
  if (isWritten) return
  const { textProfile } = await import('#charts/text-profile')
  const total = shells.reduce((sum, { objects_total }) => sum + objects_total, 0)
  const densest = shells.reduce((most, shell) => (layerDensity(shell) > layerDensity(most) ? shell : most))
  await printPairs(
    {
      shells:
        `${shells.length}, ${shells[0]?.altitude_min_km}–${shells.at(-1)?.altitude_max_km} km ` +
        'altitude (over a sphere of 6378.137 km)',
      objects: `${formatInteger(total)} at any time`,
      densest:
        `${densest.altitude_min_km}–${densest.altitude_max_km} km, ` +
        `${formatPerBillionKm3(layerDensity(densest))} objects per billion km³`,
      ...toOriginPairs(profile),
    },
    terminal,
  )
  await terminal.out(`\n${textProfile(shells, terminal.colors)}`)
}

/** Writes the drawing to the file of `--svg`; returns whether there is one. */
async function writeSvg(
  { svg, json }: ShowFlags,
  draw: () => Promise<Drawing>,
  terminal: Terminal,
): Promise<boolean> {
  if (svg === undefined) return false
  await writeNewFile(svg, (await import('@space-data/charts')).renderSvg(await draw()))
  const message = `Wrote ${svg}\n`
  if (json) terminal.err(message)
  else await terminal.out(message)
  return true
}

function toKindPairs({ by_type }: Density): Record<string, string> {
  return Object.fromEntries(
    objectsByKind(by_type).map(([kind, objects]) => [`  ${kind}`, objects.toFixed(1)]),
  )
}

function toOriginPairs(
  run: Pick<Density, 'computed_at' | 'catalogue_epoch' | 'source'>,
): Record<string, Cell> {
  return {
    computed: formatMoment(run.computed_at, '-'),
    '24 hours from': `${run.catalogue_epoch.slice(0, 16)}Z`,
    source: run.source,
  }
}
