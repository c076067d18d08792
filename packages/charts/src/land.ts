import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/land-110m.json' with { type: 'json' }

const topology = atlas as unknown as Topology<{ land: GeometryCollection }>
let made: ReturnType<typeof makeLand> | undefined
const makeLand = () => feature(topology, topology.objects.land)

/** Returns the land of the Earth at a scale of 1:110 million, by Natural Earth. */
export function land(): ReturnType<typeof makeLand> {
  made ??= makeLand()
  return made
}

/** Steps per degree of the packed coastlines. */
const STEPS = 4

/** Returns the coastlines for a script, packed. */
export function packedCoastlines(): string {
  const lines = land().features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
  })
  return packedLines(lines)
}

/**
 * Packs lines for a script: they are separated by `;`, numbers by a space. The numbers are longitude and
 * latitude in quarters of a degree: of the first point, then of the step to each next point.
 */
export function packedLines(lines: readonly (readonly (readonly number[])[])[]): string {
  return lines
    .map((line) => {
      let [x, y] = [0, 0]
      return line
        .flatMap(([longitude = 0, latitude = 0]) => {
          const step = [Math.round(longitude * STEPS) - x, Math.round(latitude * STEPS) - y] as const
          x += step[0]
          y += step[1]
          return step[0] === 0 && step[1] === 0 ? [] : step
        })
        .join(' ')
    })
    .join(';')
}
