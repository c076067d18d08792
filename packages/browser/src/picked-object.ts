import { formatMinute } from '@space-data/charts/text'
import type { PackedObjects } from '#packed-objects'
import { STATE_WIDTH } from '#states'

const GM_KM3_PER_S2 = 398_600.4418
const EQUATORIAL_RADIUS_KM = 6_378.137
const TYPES = ['payload', 'rocket body', 'debris', 'unknown']
const ORBIT_POINTS = 240

/** Returns the facts of an object by their names. Altitudes refer to the mean orbit. */
export function factsOf(
  objects: PackedObjects,
  i: number,
): readonly (readonly [name: string, value: string])[] {
  const meanMotion = (objects.meanMotions[i] as number) / 1e8
  const eccentricity = (objects.eccentricities[i] as number) / 1e7
  const axis = Math.cbrt(GM_KM3_PER_S2 / ((meanMotion * 2 * Math.PI) / 86_400) ** 2)
  const altitude = (factor: number) =>
    `${Math.round(axis * factor - EQUATORIAL_RADIUS_KM).toLocaleString('en')} km`
  return [
    ['NORAD id', String(objects.noradIds[i])],
    ['Type', TYPES[objects.types[i] as number] ?? 'unknown'],
    ['Owner', objects.owners[objects.ownerOf[i] as number]?.name ?? 'unknown'],
    ['Perigee', altitude(1 - eccentricity)],
    ['Apogee', altitude(1 + eccentricity)],
    ['Inclination', `${((objects.inclinations[i] as number) / 1e4).toFixed(1)}°`],
    ['Period', `${(1_440 / meanMotion).toFixed(1)} min`],
    ['Epoch', formatMinute(objects.epochs[i] as number)],
  ]
}

/**
 * Returns the objects for a text: the object with this catalogue number if the text is a whole number,
 * otherwise the objects with the text in their name, names that begin with it first.
 */
export function findObjects({ names, noradIds }: PackedObjects, text: string): number[] {
  const wanted = text.trim().toUpperCase()
  if (wanted === '') return []
  if (/^\d+$/.test(wanted)) {
    const found = noradIds.indexOf(Number(wanted))
    return found < 0 ? [] : [found]
  }
  const matches = names.flatMap((name, i) => {
    const at = name.toUpperCase().indexOf(wanted)
    return at < 0 ? [] : [{ i, isFirst: at === 0 }]
  })
  return [...matches.filter(({ isFirst }) => isFirst), ...matches.filter(({ isFirst }) => !isFirst)].map(
    ({ i }) => i,
  )
}

/**
 * Returns points in km, x, y, z in turn, of the Keplerian ellipse through the state of an object; none if it
 * has no closed orbit.
 */
export function orbitOf(states: Float32Array, index: number): number[] {
  const [x, y, z, vx, vy, vz] = states.subarray(
    index * STATE_WIDTH,
    (index + 1) * STATE_WIDTH,
  ) as unknown as [...[number, number, number], ...[number, number, number]]
  const distance = Math.hypot(x, y, z)
  const speed2 = vx * vx + vy * vy + vz * vz
  const radial = x * vx + y * vy + z * vz
  const momentum = [y * vz - z * vy, z * vx - x * vz, x * vy - y * vx] as const
  const h2 = momentum[0] ** 2 + momentum[1] ** 2 + momentum[2] ** 2
  const parameter = h2 / GM_KM3_PER_S2
  const towards = [x / distance, y / distance, z / distance] as const
  const h = Math.sqrt(h2)
  const [hx, hy, hz] = momentum.map((each) => each / h) as [number, number, number]
  const across = [
    hy * towards[2] - hz * towards[1],
    hz * towards[0] - hx * towards[2],
    hx * towards[1] - hy * towards[0],
  ] as const
  if (!(speed2 / 2 < GM_KM3_PER_S2 / distance)) return []
  // The components of the eccentricity vector along the object and across it.
  const along = parameter / distance - 1
  const sideways = (-radial * h) / (GM_KM3_PER_S2 * distance)
  return Array.from({ length: ORBIT_POINTS + 1 }, (_, i) => {
    const angle = (i / ORBIT_POINTS) * 2 * Math.PI
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const r = parameter / (1 + along * cos + sideways * sin)
    return [0, 1, 2].map((axis) => r * (cos * (towards[axis] as number) + sin * (across[axis] as number)))
  }).flat()
}
