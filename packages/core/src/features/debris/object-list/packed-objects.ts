import { readObjects } from '#features/debris/object-list/shell-objects'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { type ElementSet, objectTypes } from '#features/objects/elements/element-set'
import { ownerName } from '#features/objects/satcat/satcat-owners'

/** Version, number of objects, then the time of the catalogue. */
const HEADER_BYTES = 16
const VERSION = 2
/** An epoch with 8 bytes, eight columns with 4 bytes each, a type and an owner with 1 byte each. */
const ROW_BYTES = 8 + 8 * 4 + 2
/** Code for an unknown owner. SATCAT has fewer than half that number of owners. */
const NO_OWNER = 255
/** Ephemeris type of SGP4-XP, which is another theory. */
const SGP4_XP = 4

/** The integer columns, each with the size of one step: the last digit in a TLE. */
const WHOLE: readonly (readonly [keyof ElementSet, number])[] = [
  ['noradId', 1],
  ['meanMotionRevPerDay', 1e8],
  ['eccentricity', 1e7],
  ['inclinationDeg', 1e4],
  ['raanDeg', 1e4],
  ['argOfPericenterDeg', 1e4],
  ['meanAnomalyDeg', 1e4],
]

/**
 * Packs the element sets of a run, little-endian, column by column: a header, epochs in milliseconds (f64),
 * the integers (u32), B* per Earth radius (f32), types and owners (u8 each). Then follow, in UTF-8 and one
 * per line, the names of the objects and the owners (code, tab, name).
 * @throws RunGoneError
 */
export async function packObjects(run: ShellRun, shells: Shells): Promise<Uint8Array> {
  const objects: { readonly elements: ElementSet; readonly type: number; readonly owner: number }[] = []
  const owners = new Map<string, number>()
  const ownerIndex = (code: string | null) => {
    if (code === null || (!owners.has(code) && owners.size === NO_OWNER)) return NO_OWNER
    const index = owners.get(code) ?? owners.size
    owners.set(code, index)
    return index
  }
  for await (const part of readObjects(run, shells)) {
    for (const { elements, objectType, owner } of part) {
      if (elements.ephemerisType === SGP4_XP) continue
      objects.push({ elements, type: objectTypes.indexOf(objectType), owner: ownerIndex(owner) })
    }
  }
  const { length } = objects
  const names = new TextEncoder().encode(
    [
      ...objects.map(({ elements }) => elements.name.replaceAll('\n', ' ')),
      ...[...owners.keys()].map((code) => `${code}\t${ownerName(code) ?? code}`),
    ].join('\n'),
  )
  const bytes = new Uint8Array(HEADER_BYTES + ROW_BYTES * length + names.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, VERSION, true)
  view.setUint32(4, length, true)
  view.setFloat64(8, run.fetchedAt, true)
  const columnAt = (column: number) => HEADER_BYTES + 8 * length + 4 * column * length
  objects.forEach(({ elements, type, owner }, i) => {
    view.setFloat64(HEADER_BYTES + 8 * i, Date.parse(elements.epoch), true)
    WHOLE.forEach(([field, steps], column) => {
      view.setUint32(columnAt(column) + 4 * i, Math.round((elements[field] as number) * steps), true)
    })
    view.setFloat32(columnAt(WHOLE.length) + 4 * i, elements.bstarPerEarthRadius, true)
    view.setUint8(columnAt(WHOLE.length + 1) + i, type)
    view.setUint8(columnAt(WHOLE.length + 1) + length + i, owner)
  })
  bytes.set(names, HEADER_BYTES + ROW_BYTES * length)
  return bytes
}
