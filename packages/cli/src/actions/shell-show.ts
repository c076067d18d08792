import { ask } from '#ask'
import { UsageError } from '#failure'
import { wholeNumber } from '#given'
import { writeNewFile } from '#new-file'
import { type WorldFlags, withOpen } from '#open'
import type { Picture } from '#pictures/picture'
import { type Cell, printJson, printPairs, wholeOf } from '#print'
import { profileOf, REMEDIES } from '#published-shells'
import { type Density, kindsOf, layerDensity } from '#shell-figures'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

export interface ShowFlags extends WorldFlags {
  readonly profile?: true
  readonly svg?: string
  readonly png?: string
  readonly json?: true
}

/** Shows one shell as a map, or with `--profile` all of them by altitude: on the screen, or as a picture in a file. */
export async function showShells(
  alt: string | undefined,
  flags: ShowFlags,
  terminal: Terminal,
): Promise<void> {
  if (alt === undefined && !flags.profile) {
    throw new UsageError(
      'shell show takes an altitude in km, or --profile',
      'Such as: space-data shell show 785',
    )
  }
  if (alt === undefined) return showProfile(flags, terminal)
  if (flags.profile) throw new UsageError('--profile shows every shell: leave out the altitude')
  return showShell(wholeNumber({ text: alt, from: 'shell show' }, 5_000, 100), flags, terminal)
}

async function showShell(altitude: number, flags: ShowFlags, terminal: Terminal): Promise<void> {
  const envelope = await withOpen(flags, terminal, (spaceData) =>
    ask<{ data: Density }>(`/shell/density/${altitude}`, spaceData, REMEDIES),
  )
  const { data } = envelope
  const drawn = await draw(flags, async () => (await import('#pictures/shell-map')).shellMap(data), terminal)
  if (flags.json) return printJson(envelope, terminal)
  if (drawn) return
  const { textMap } = await import('#pictures/text-map')
  await printPairs(
    {
      shell: `${data.altitude_min_km} to ${data.altitude_max_km} km above 6378.137 km`,
      objects: `${data.objects_total.toFixed(1)} at any time`,
      ...kindPairs(data),
      'mean density': `${data.mean_density_per_km3.toExponential(2)} per km³`,
      ...originOf(data),
    },
    terminal,
  )
  await terminal.out(`\n${textMap(data, terminal.colours)}`)
}

async function showProfile(flags: ShowFlags, terminal: Terminal): Promise<void> {
  const profile = await withOpen(flags, terminal, profileOf)
  const { shells } = profile
  const picture = async () => (await import('#pictures/shell-profile')).shellProfile(profile)
  const drawn = await draw(flags, picture, terminal)
  if (flags.json) return printJson(profile, terminal)
  if (drawn) return
  const { textProfile } = await import('#pictures/text-profile')
  const total = shells.reduce((sum, { objects_total }) => sum + objects_total, 0)
  const densest = shells.reduce((most, shell) => (layerDensity(shell) > layerDensity(most) ? shell : most))
  await printPairs(
    {
      shells: `${shells.length} from ${shells[0]?.altitude_min_km} to ${shells.at(-1)?.altitude_max_km} km above 6378.137 km`,
      objects: `${wholeOf(total)} at any time`,
      densest: `${densest.altitude_min_km} to ${densest.altitude_max_km} km, ${layerDensity(densest).toExponential(2)} per km³`,
      ...originOf(profile),
    },
    terminal,
  )
  await terminal.out(`\n${textProfile(shells, terminal.colours)}`)
}

/** Draws into the files that are named; whether there are any. */
async function draw(
  { svg, png, json }: ShowFlags,
  picture: () => Promise<Picture>,
  terminal: Terminal,
): Promise<boolean> {
  if (svg !== undefined) await writeNewFile(svg, (await import('#pictures/svg')).svgOf(await picture()))
  if (png !== undefined) await writeNewFile(png, await (await import('#pictures/png')).pngOf(await picture()))
  const files = [svg, png].filter((file) => file !== undefined)
  const words = files.map((file) => `Wrote ${file}\n`).join('')
  if (json) terminal.err(words)
  else if (words) await terminal.out(words)
  return files.length > 0
}

function kindPairs({ by_type }: Density): Record<string, string> {
  return Object.fromEntries(kindsOf(by_type).map(([kind, objects]) => [`  ${kind}`, objects.toFixed(1)]))
}

function originOf(run: Pick<Density, 'computed_at' | 'catalogue_epoch' | 'source'>): Record<string, Cell> {
  return {
    computed: momentOf(run.computed_at, '-'),
    '24 hours from': `${run.catalogue_epoch.slice(0, 16)}Z`,
    source: run.source,
  }
}
