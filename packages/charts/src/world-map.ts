import { geoEquirectangular, geoPath } from 'd3-geo'
import { land } from '#land'
import { relativePath } from '#relative-path'

/** Width of the map in its own units; a degree has the same length everywhere. */
const WIDTH = 720
const UNITS_PER_DEG = WIDTH / 360

/** A map of the Earth, north up, with its land as an SVG path. */
export interface WorldMap {
  readonly width: number
  readonly height: number
  readonly land: string
  /** Returns the position of a location in units of the map. */
  readonly place: (latitudeDeg: number, longitudeDeg: number) => readonly [x: number, y: number]
}

/** Returns the map between two latitudes. */
export function worldMap(northDeg: number, southDeg: number): WorldMap {
  const height = (northDeg - southDeg) * UNITS_PER_DEG
  const projection = geoEquirectangular()
    .scale(WIDTH / (2 * Math.PI))
    .translate([WIDTH / 2, northDeg * UNITS_PER_DEG])
    .clipExtent([
      [0, 0],
      [WIDTH, height],
    ])
  return {
    width: WIDTH,
    height,
    land: relativePath(geoPath(projection).digits(0)(land()) ?? ''),
    place: (latitudeDeg, longitudeDeg) => [
      (longitudeDeg + 180) * UNITS_PER_DEG,
      (northDeg - latitudeDeg) * UNITS_PER_DEG,
    ],
  }
}
