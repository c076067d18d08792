import type { Drawing } from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { type ShowFlags, showFrom } from '#data/show'
import type { DataSource } from '#data/source'
import type { Envelope } from '#instance/operator-request'
import { UsageError } from '#kit/errors'
import { writeNewFile } from '#kit/files'
import { type Cell, formatInteger, printJson, printPairs } from '#kit/print'
import { parseWholeNumber } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'
import { fetchProfile, fetchShell } from '#shell/published-shells'
import { type Density, layerDensity, objectsByKind, type Profile } from '#shell/shell-data'

interface ShellFlags extends ShowFlags {
  readonly profile?: true
  readonly latitudes?: true
  readonly svg?: string
  readonly json?: true
}

/**
 * Shows one shell as a map or, with `--profile`, all shells by altitude: in the terminal, or as an SVG file.
 */
export async function showShells(
  alt: string | undefined,
  flags: ShellFlags,
  terminal: Terminal,
): Promise<void> {
  if (alt === undefined && !flags.profile) {
    throw new UsageError(
      'shell show takes an altitude in km or --profile',
      'Example: space-data shell show 785',
    )
  }
  if (alt !== undefined && flags.profile)
    throw new UsageError('--profile takes no altitude: it shows all shells')
  const altitude =
    alt === undefined ? undefined : parseWholeNumber({ text: alt, from: 'shell show' }, 5_000, 100)
  const show = async (source: DataSource) => {
    if (altitude === undefined) {
      const envelope = await fetchProfile(source)
      await showProfile(envelope, flags, terminal)
      return Date.parse(envelope.valid_until)
    }
    const envelope = await fetchShell(altitude, flags.latitudes ? 'latitude' : 'bins', source)
    await showShell(envelope, flags, terminal)
    return Date.parse(envelope.valid_until)
  }
  return showFrom(flags, terminal, show, 'reading')
}

async function showShell(envelope: Envelope<Density>, flags: ShellFlags, terminal: Terminal): Promise<void> {
  const { data } = envelope
  const draw = async () => (await import('#shell/charts/shell-map')).shellMap(data)
  const isWritten = await writeSvg(flags, draw, terminal)
  if (flags.json) return printJson(envelope, terminal)
  if (isWritten) return
  const drawn = flags.latitudes
    ? (await import('#shell/charts/text-profile')).textLatitudes(data, terminal.colors)
    : (await import('#shell/charts/text-map')).textMap(data, terminal.colors)
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
  await terminal.out(`\n${drawn}`)
}

async function showProfile(
  envelope: Envelope<Profile>,
  flags: ShellFlags,
  terminal: Terminal,
): Promise<void> {
  const { data } = envelope
  const { shells } = data
  const draw = async () => (await import('#shell/charts/shell-profile')).shellProfile(data)
  const isWritten = await writeSvg(flags, draw, terminal)
  if (flags.json) return printJson(envelope, terminal)
  if (isWritten) return
  const { textProfile } = await import('#shell/charts/text-profile')
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
      ...toOriginPairs(data),
    },
    terminal,
  )
  await terminal.out(`\n${textProfile(shells, terminal.colors)}`)
}

/** Writes the drawing to the file of `--svg`; returns whether there is one. */
async function writeSvg(
  { svg, json }: ShellFlags,
  draw: () => Promise<Drawing>,
  terminal: Terminal,
): Promise<boolean> {
  if (svg === undefined) return false
  const { renderSvg } = await import('@space-data/charts')
  await writeNewFile(svg, renderSvg(await draw()))
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
