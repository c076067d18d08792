import type { Payloads } from '@space-data/core'

export type Density = Payloads['/shell/density/{alt}']
export type Bin = Density['bins'][number]

type AllShells = Payloads['/shell/profile']

/** One bar of a profile: a shell, or several merged. */
export type Layer = Pick<
  AllShells['shells'][number],
  'altitude_min_km' | 'altitude_max_km' | 'objects_total' | 'volume_km3'
>

/** All shells of a run, lowest first. */
export type Profile = Pick<AllShells, 'computed_at' | 'catalogue_epoch' | 'source'> & {
  readonly shells: readonly Layer[]
}

/** Returns the kinds with objects: `payload` 125, `rocket body` 22.7. */
export function objectsByKind(byType: Density['by_type']): [kind: string, objects: number][] {
  return Object.entries(byType)
    .filter(([, objects]) => objects > 0)
    .map(([kind, objects]) => [kind.replaceAll('_', ' '), objects])
}

/** Returns the densities by latitude band, north to south, each from west to east. */
export function latitudeBands({ bins }: Pick<Density, 'bins'>): { latitude: number; densities: number[] }[] {
  const bands = new Map<number, Bin[]>()
  for (const bin of bins) bands.set(bin.latitude_deg, [...(bands.get(bin.latitude_deg) ?? []), bin])
  return [...bands]
    .sort(([south], [north]) => north - south)
    .map(([latitude, band]) => ({
      latitude,
      densities: band
        .sort((west, east) => west.longitude_deg - east.longitude_deg)
        .map(({ density_per_km3 }) => density_per_km3),
    }))
}

/** Returns the mean density of a layer per km³. */
export function layerDensity({ objects_total, volume_km3 }: Layer): number {
  return objects_total / volume_km3
}

/** Merges layers into steps of `stepKm`; partly covered steps keep their edges. */
export function mergeLayers(layers: readonly Layer[], stepKm: number): Layer[] {
  const groups = new Map<number, Layer>()
  for (const layer of layers) {
    const step = Math.floor(layer.altitude_min_km / stepKm)
    const below = groups.get(step)
    groups.set(step, below ? joinLayers(below, layer) : layer)
  }
  return [...groups.values()]
}

function joinLayers(below: Layer, above: Layer): Layer {
  return {
    altitude_min_km: below.altitude_min_km,
    altitude_max_km: above.altitude_max_km,
    objects_total: below.objects_total + above.objects_total,
    volume_km3: below.volume_km3 + above.volume_km3,
  }
}

/** Formats an angle: `85°N`, `0°`, `175°W`. */
export function formatDegrees(degrees: number, [positive, negative]: string): string {
  const letter = degrees > 0 ? positive : degrees < 0 ? negative : ''
  return `${Math.abs(degrees)}°${letter}`
}
