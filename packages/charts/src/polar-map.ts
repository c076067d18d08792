import { geoAzimuthalEquidistant, geoPath } from 'd3-geo'
import { land } from '#land'
import { relativePath } from '#relative-path'

/** A map of the Earth around one of its poles, down to a latitude, with its land as an SVG path. */
export interface PolarMap {
  /** Width and height in units of the map; the pole is in the middle. */
  readonly size: number
  readonly land: string
  /** Returns the position of a location in units of the map, even beyond its edge. */
  readonly place: (latitudeDeg: number, longitudeDeg: number) => readonly [x: number, y: number]
}

const SIZE = 320

/** Returns the map of a hemisphere from its pole to `edgeDeg`; Greenwich is towards the other map, below. */
export function polarMap(hemisphere: 'north' | 'south', edgeDeg: number): PolarMap {
  const reachDeg = 90 - edgeDeg
  const projection = geoAzimuthalEquidistant()
    .rotate([0, hemisphere === 'north' ? -90 : 90])
    .scale(SIZE / 2 / ((reachDeg * Math.PI) / 180))
    .translate([SIZE / 2, SIZE / 2])
    .clipAngle(reachDeg)
  return {
    size: SIZE,
    land: relativePath(geoPath(projection).digits(0)(land()) ?? ''),
    place: (latitudeDeg, longitudeDeg) => projection([longitudeDeg, latitudeDeg]) ?? [0, 0],
  }
}
