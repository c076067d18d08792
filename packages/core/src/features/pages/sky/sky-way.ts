import type { SkyPoint } from '#features/pages/sky/sky-chart'

/** Direction and distance of an object, as in `/v1/passes`. */
interface PassSight {
  readonly at: string
  readonly azimuth_deg: number
  readonly elevation_deg: number
  readonly range_km: number
}

interface Pass {
  readonly rise: PassSight | null
  readonly highest: PassSight
  readonly set: PassSight | null
  readonly visible: readonly { readonly start: PassSight; readonly end: PassSight }[]
}

/** A sight in the axes of the location, km: east, north, up. */
interface Node {
  readonly at: number
  readonly position: readonly [east: number, north: number, up: number]
}

const STEPS = 48
/**
 * Minimum time between two sights: their instants are rounded to seconds, which would bend a shorter path.
 */
const MIN_APART_MS = 60_000
const DEGREES = Math.PI / 180

/**
 * Returns the path of a pass over the sky through its known sights. During a pass, the distances in east,
 * north and up are nearly polynomials of the time, so the path is accurate to a few degrees.
 */
export function skyWay({ rise, highest, set, visible }: Pass): SkyPoint[] {
  const sights = [rise, highest, set, ...visible.flatMap(({ start, end }) => [start, end])]
  const nodes = toNodes(sights.filter((sight) => sight !== null))
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (!first || !last || first === last) return nodes.map(({ at }) => pointAt(at, nodes, visible))
  const stepMs = (last.at - first.at) / STEPS
  const steps = Array.from({ length: STEPS + 1 }, (_, i) => first.at + i * stepMs)
  // Each sight is drawn at its own instant, and visible parts begin and end there.
  const exact = sights.flatMap((sight) => (sight ? Date.parse(sight.at) : []))
  const times = [...new Set([...steps, ...exact])].sort((a, b) => a - b)
  return times.map((at) => pointAt(at, nodes, visible))
}

/** Returns the sights in the order of their times; of two near each other, the first in the list. */
function toNodes(sights: readonly PassSight[]): Node[] {
  const nodes: Node[] = []
  for (const { at: instant, azimuth_deg, elevation_deg, range_km } of sights) {
    const at = Date.parse(instant)
    if (nodes.some((node) => Math.abs(node.at - at) < MIN_APART_MS)) continue
    const level = range_km * Math.cos(elevation_deg * DEGREES)
    const east = level * Math.sin(azimuth_deg * DEGREES)
    const north = level * Math.cos(azimuth_deg * DEGREES)
    nodes.push({ at, position: [east, north, range_km * Math.sin(elevation_deg * DEGREES)] })
  }
  return nodes.sort((one, other) => one.at - other.at)
}

function pointAt(at: number, nodes: readonly Node[], visible: Pass['visible']): SkyPoint {
  const [east, north, up] = positionAt(at, nodes)
  const isVisible = visible.some(({ start, end }) => at >= Date.parse(start.at) && at <= Date.parse(end.at))
  return {
    at,
    azimuthDeg: Math.atan2(east, north) / DEGREES,
    elevationDeg: Math.atan2(up, Math.hypot(east, north)) / DEGREES,
    isVisible,
  }
}

/** Interpolates by the polynomial through all nodes (Lagrange). */
function positionAt(at: number, nodes: readonly Node[]): [east: number, north: number, up: number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (const node of nodes) {
    let weight = 1
    for (const other of nodes) if (other !== node) weight *= (at - other.at) / (node.at - other.at)
    for (const axis of [0, 1, 2] as const) sum[axis] += weight * node.position[axis]
  }
  return sum
}
