import { fromElementRow, toElementRow } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { toVlq, VlqReader } from '#features/objects/history/vlq'
import {
  changed,
  differences,
  fromWhole,
  toWhole,
  WHOLE_NUMBERS,
} from '#features/objects/history/whole-elements'

/**
 * A set in its stored form: its texts and its numbers as integers or, if the numbers have more digits than
 * CelesTrak's, the row of all its fields.
 */
export type StoredSet =
  | { readonly texts: Texts; readonly numbers: readonly number[] }
  | { readonly row: readonly unknown[] }

/** Name, designator, classification and type of ephemeris: identical in nearly all sets of an object. */
type Texts = readonly unknown[]

/**
 * Codes for an object in a night: absent, the same set as in the last night with the object, or a new set.
 */
const [ABSENT, SAME, NEW, NEW_WITH_TEXTS, NEW_AS_A_ROW] = [0, 1, 2, 3, 4]

/**
 * The sets of an object in successive nights, in stored form: its number, its texts, the codes and numbers of
 * the nights (VLQ), and the rows of sets that cannot be packed.
 */
export type PackedTrack = readonly [
  noradId: number,
  texts: readonly Texts[],
  nights: string,
  rows?: readonly (readonly unknown[])[],
]

const NO_NUMBERS = new Array<number>(WHOLE_NUMBERS).fill(0)

/** The sets of an object in successive nights, to which more can be added. */
export class ElementTrack {
  readonly noradId: number
  /** The set of each night, if it has one. Identical sets are the same JavaScript object. */
  readonly nights: (StoredSet | undefined)[] = []
  readonly #texts: Texts[] = []
  readonly #rows: (readonly unknown[])[] = []
  #packed = ''
  #last: StoredSet | undefined
  /** Numbers of the last set that was packed. */
  #numbers: readonly number[] = NO_NUMBERS

  constructor(noradId: number) {
    this.noradId = noradId
  }

  /** Reads a stored track. */
  static unpack([noradId, texts, packed, rows = []]: PackedTrack): ElementTrack {
    const track = new ElementTrack(noradId)
    const reader = new VlqReader(packed)
    const next = () => reader.next()
    while (!reader.isAtEnd) {
      const kind = next()
      if (kind === NEW_AS_A_ROW) {
        const row = rows[track.#rows.length] as readonly unknown[]
        track.#rows.push(row)
        track.#last = { row }
      } else if (kind === NEW || kind === NEW_WITH_TEXTS) {
        if (kind === NEW_WITH_TEXTS) track.#texts.push(texts[track.#texts.length] as Texts)
        track.#numbers = changed(track.#numbers, next)
        track.#last = { texts: track.#texts.at(-1) as Texts, numbers: track.#numbers }
      }
      track.nights.push(kind === ABSENT ? undefined : track.#last)
    }
    track.#packed = packed
    return track
  }

  /** Adds the set of the next night, or `undefined` if its catalogue lacks the object. */
  add(set: StoredSet | undefined): void {
    this.#packed += this.#format(set)
    this.nights.push(set && this.#last)
  }

  pack(): PackedTrack {
    const packed = [this.noradId, this.#texts, this.#packed] as const
    return this.#rows.length > 0 ? [...packed, this.#rows] : packed
  }

  #format(set: StoredSet | undefined): string {
    if (!set) return toVlq(ABSENT)
    if (this.#last && isSame(this.#last, set)) return toVlq(SAME)
    this.#last = set
    if ('row' in set) {
      this.#rows.push(set.row)
      return toVlq(NEW_AS_A_ROW)
    }
    const known = this.#texts.at(-1)
    const hasTexts = !known || !isEqual(known, set.texts)
    if (hasTexts) this.#texts.push(set.texts)
    let text = toVlq(hasTexts ? NEW_WITH_TEXTS : NEW)
    for (const difference of differences(this.#numbers, set.numbers)) text += toVlq(difference)
    this.#numbers = set.numbers
    return text
  }
}

/** Returns a set in its stored form. */
export function toStored(set: ElementSet): StoredSet {
  const numbers = toWhole(set)
  if (!numbers) return { row: toElementRow(set) }
  const { name, internationalDesignator, classification, ephemerisType } = set
  return { texts: [name, internationalDesignator, classification, ephemerisType], numbers }
}

/** Returns the set of an object from its stored form. */
export function fromStored(noradId: number, stored: StoredSet): ElementSet {
  if ('row' in stored) return fromElementRow(stored.row)
  const [name, internationalDesignator, classification, ephemerisType] = stored.texts
  const texts = { name, internationalDesignator, classification, ephemerisType } as ElementSet
  return { ...fromWhole(stored.numbers), ...texts, noradId }
}

function isSame(one: StoredSet, other: StoredSet): boolean {
  if (one === other) return true
  if ('row' in one || 'row' in other) return 'row' in one && 'row' in other && isEqual(one.row, other.row)
  return isEqual(one.numbers, other.numbers) && isEqual(one.texts, other.texts)
}

function isEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, i) => value === other[i])
}
