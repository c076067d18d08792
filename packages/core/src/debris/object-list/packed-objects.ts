import { type ElementSet, objectTypes } from '#catalogue/elements/element-set'
import { readObjects } from '#debris/object-list/shell-objects'
import type { ShellRun, Shells } from '#debris/shells/shells'

/** Version, number of objects, then the time of the catalogue. */
const HEADER_BYTES = 16
const VERSION = 1
/** An epoch of 8 bytes, eight columns of 4 bytes and a type of 1 byte. */
const ROW_BYTES = 8 + 8 * 4 + 1
/** Ephemeris type of SGP4-XP, which is another theory. */
const SGP4_XP = 4

/** The columns of whole numbers, each with the units of one step: the last digit that a TLE has. */
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
 * the whole numbers (u32), B* per Earth radius (f32), types (u8), and names in UTF-8, one per line.
 * @throws RunGoneError
 */
export async function packObjects(run: ShellRun, shells: Shells): Promise<Uint8Array> {
  const objects: { readonly elements: ElementSet; readonly type: number }[] = []
  for await (const part of readObjects(run, shells)) {
    for (const { elements, objectType } of part) {
      if (elements.ephemerisType !== SGP4_XP)
        objects.push({ elements, type: objectTypes.indexOf(objectType) })
    }
  }
  const { length } = objects
  const names = new TextEncoder().encode(
    objects.map(({ elements }) => elements.name.replaceAll('\n', ' ')).join('\n'),
  )
  const bytes = new Uint8Array(HEADER_BYTES + ROW_BYTES * length + names.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, VERSION, true)
  view.setUint32(4, length, true)
  view.setFloat64(8, run.fetchedAt, true)
  const columnAt = (column: number) => HEADER_BYTES + 8 * length + 4 * column * length
  objects.forEach(({ elements, type }, i) => {
    view.setFloat64(HEADER_BYTES + 8 * i, Date.parse(elements.epoch), true)
    WHOLE.forEach(([field, steps], column) => {
      view.setUint32(columnAt(column) + 4 * i, Math.round((elements[field] as number) * steps), true)
    })
    view.setFloat32(columnAt(WHOLE.length) + 4 * i, elements.bstarPerEarthRadius, true)
    view.setUint8(columnAt(WHOLE.length + 1) + i, type)
  })
  bytes.set(names, HEADER_BYTES + ROW_BYTES * length)
  return bytes
}
