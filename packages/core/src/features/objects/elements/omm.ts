import Papa from 'papaparse'
import type { ElementSet } from '#features/objects/elements/element-set'
import { toLine } from '#kernel/kit/to-line'
import { listReasons, type RowCounts, RowTally } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** Result of parsing a catalogue: one set per object, in the order of the text. */
export interface ParsedElementSets {
  readonly elementSets: ElementSet[]
  /** Number of records that no propagator could use. */
  readonly refused: number
  /** Catalogue numbers of objects that have only such records, where the number is readable. */
  readonly refusedIds: readonly number[]
  /**
   * Reason why the first of these records cannot be used, such as `object 25544: EPOCH is missing`; empty for
   * none.
   */
  readonly refusedBecause: string
  /** @internal */
  readonly counts: RowCounts
}

type Field = (column: string) => unknown

const REQUIRED_COLUMNS = ['NORAD_CAT_ID', 'EPOCH', 'MEAN_MOTION']

/**
 * Parses OMM from CelesTrak or Space-Track, as JSON or CSV, and keeps the newest epoch of each object.
 *
 * @throws ShapeError if the text is anything else or truncated.
 */
export function parseElementSets(text: string): ParsedElementSets {
  const plain = text.trimStart()
  const found = new NewestElementSets()
  if (plain.startsWith('[')) addJson(plain, found)
  else addCsv(plain, found)
  return found.result()
}

/** Collects the newest usable set of each object. */
export class NewestElementSets {
  readonly #newest = new Map<number, ElementSet>()
  readonly #refused = new Set<number>()
  readonly #tally = new RowTally()

  /**
   * Adds a record.
   *
   * @param row Number of its row or line in the text, such as `row 3`. It is used in messages if the
   *   catalogue number is unreadable.
   * @param isGiven Returns whether the record has an OMM field.
   */
  add(elements: ElementSet, row: string, isGiven: (field: string) => boolean = () => true): void {
    const [fault] = CHECKS.find(([, isUsable]) => !isUsable(elements)) ?? []
    const { noradId, epoch } = elements
    if (fault !== undefined) {
      const isNamed = isCatalogueNumber(noradId)
      if (isNamed) this.#refused.add(noradId)
      const reason = `${fault} ${isGiven(fault) ? 'has no usable value' : 'is missing'}`
      this.refuse(isNamed ? `object ${noradId}` : row, reason)
      return
    }
    this.#tally.accept()
    const known = this.#newest.get(noradId)
    if (!known || isNewer(epoch, known.epoch)) this.#newest.set(noradId, elements)
  }

  /** Counts a record that cannot be read. */
  refuse(row: string, reason: string): void {
    this.#tally.refuse(row, reason)
  }

  result(): ParsedElementSets {
    const refusedIds = [...this.#refused].filter((noradId) => !this.#newest.has(noradId))
    const counts = this.#tally
    return {
      elementSets: [...this.#newest.values()],
      refused: counts.unusable,
      refusedIds,
      refusedBecause: listReasons(counts),
      counts,
    }
  }
}

function addJson(text: string, found: NewestElementSets): void {
  for (const [i, record] of parseJson(text).entries()) {
    const field: Field = (column) => record?.[column]
    found.add(readElementSet(field), `row ${i + 1}`, (column) => field(column) !== undefined)
  }
}

function parseJson(text: string): (Record<string, unknown> | null)[] {
  try {
    return JSON.parse(text)
  } catch {
    throw new ShapeError('OMM JSON is malformed or truncated')
  }
}

/** Parses row by row: all rows of a catalogue as strings take three times the memory of its element sets. */
function addCsv(text: string, found: NewestElementSets): void {
  let header: string[] | undefined
  let rows = 0
  let isMalformed = false
  let isCutOff = false
  Papa.parse<string[]>(text, {
    delimiter: ',',
    skipEmptyLines: true,
    step({ data: row, errors }) {
      isMalformed ||= errors.length > 0
      if (isComment(row, header)) return
      if (!header) {
        header = checkHeader(row)
        return
      }
      const { length } = header
      const columns = header
      isCutOff = row.length < length
      rows += 1
      if (row.length === length) {
        found.add(readElementSet(fieldReader(row, columns)), `row ${rows}`, (name) => columns.includes(name))
      } else {
        found.refuse(`row ${rows}`, `it has ${row.length} columns, expected ${length}`)
      }
    },
  })
  checkHeader(header ?? [])
  if (isMalformed || isCutOff) throw new ShapeError('OMM CSV is malformed or truncated')
}

/** Returns whether a row is a comment: it begins with `#` and does not have the length of the header. */
function isComment([first = '', ...rest]: readonly string[], header: readonly string[] | undefined): boolean {
  return first.startsWith('#') && rest.length + 1 !== header?.length
}

function checkHeader(row: string[]): string[] {
  const missing = REQUIRED_COLUMNS.filter((column) => !row.includes(column))
  if (missing.length === REQUIRED_COLUMNS.length) throw new ShapeError('neither OMM JSON nor OMM CSV')
  if (missing.length > 0) throw new ShapeError(`${missing[0]} is missing`)
  return row
}

function fieldReader(row: readonly string[], header: readonly string[]): Field {
  return (column) => row[header.indexOf(column)]
}

/**
 * Written out instead of using the table of fields: objects created in a loop take three times the memory.
 */
function readElementSet(field: Field): ElementSet {
  return {
    noradId: toNumber(field('NORAD_CAT_ID')),
    name: toLine(field('OBJECT_NAME')) || 'UNKNOWN',
    internationalDesignator: toLine(field('OBJECT_ID')) || null,
    epoch: toUtc(toLine(field('EPOCH'))),
    meanMotionRevPerDay: toNumber(field('MEAN_MOTION')),
    eccentricity: toNumber(field('ECCENTRICITY')),
    inclinationDeg: toNumber(field('INCLINATION')),
    raanDeg: toNumber(field('RA_OF_ASC_NODE')),
    argOfPericenterDeg: toNumber(field('ARG_OF_PERICENTER')),
    meanAnomalyDeg: toNumber(field('MEAN_ANOMALY')),
    bstarPerEarthRadius: toNumber(field('BSTAR')),
    meanMotionDotRevPerDay2: toNumber(field('MEAN_MOTION_DOT')),
    meanMotionDdotRevPerDay3: toNumber(field('MEAN_MOTION_DDOT')),
    elementSetNo: toNumberOrZero(field('ELEMENT_SET_NO')),
    revAtEpoch: toNumberOrZero(field('REV_AT_EPOCH')),
    classification: toLine(field('CLASSIFICATION_TYPE')) || 'U',
    ephemerisType: toNumberOrZero(field('EPHEMERIS_TYPE')),
  }
}

/** Fields that a propagator or a TLE needs, and whether a set has a usable value. */
const CHECKS: readonly (readonly [field: string, isUsable: (set: ElementSet) => boolean])[] = [
  ['NORAD_CAT_ID', ({ noradId }) => isCatalogueNumber(noradId)],
  ['EPOCH', ({ epoch }) => epoch !== ''],
  ['MEAN_MOTION', (set) => isWithin(Number.MIN_VALUE, set.meanMotionRevPerDay, 20)],
  ['ECCENTRICITY', ({ eccentricity }) => isWithin(0, eccentricity, 1) && eccentricity < 1],
  ['INCLINATION', ({ inclinationDeg }) => isWithin(0, inclinationDeg, 180)],
  ['RA_OF_ASC_NODE', ({ raanDeg }) => Number.isFinite(raanDeg)],
  ['ARG_OF_PERICENTER', (set) => Number.isFinite(set.argOfPericenterDeg)],
  ['MEAN_ANOMALY', ({ meanAnomalyDeg }) => Number.isFinite(meanAnomalyDeg)],
  ['BSTAR', (set) => Number.isFinite(set.bstarPerEarthRadius)],
  ['MEAN_MOTION_DOT', (set) => Number.isFinite(set.meanMotionDotRevPerDay2)],
  ['MEAN_MOTION_DDOT', (set) => Number.isFinite(set.meanMotionDdotRevPerDay3)],
  ['ELEMENT_SET_NO', ({ elementSetNo }) => isWhole(elementSetNo)],
  ['REV_AT_EPOCH', ({ revAtEpoch }) => isWhole(revAtEpoch)],
  ['EPHEMERIS_TYPE', ({ ephemerisType }) => isForSgp4(ephemerisType)],
]

function isCatalogueNumber(value: number): boolean {
  return isWhole(value) && isWithin(1, value, 999_999_999)
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isWithin(least: number, value: number, most: number): boolean {
  return value >= least && value <= most
}

/**
 * Returns whether elements are for SGP4. Type 4 is SGP4-XP, which SGP4 propagates wrongly without an error.
 */
function isForSgp4(ephemerisType: number): boolean {
  return [0, 1, 2, 3].includes(ephemerisType)
}

function toNumber(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value)
  return typeof value === 'number' ? value : Number.NaN
}

/** Returns 0 for a missing field that is optional in OMM (CCSDS 502.0-B), as for blank columns of a TLE. */
function toNumberOrZero(value: unknown): number {
  const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  return isAbsent ? 0 : toNumber(value)
}

/** Returns the stamp with `Z`; empty if it is not a valid date and time. */
function toUtc(stamp: string): string {
  const match = /^(\d{4}-\d\d-(\d\d)T\d\d:\d\d:\d\d)(\.\d{1,9})?Z?$/.exec(stamp)
  const [, instant = '', day = '', fraction = ''] = match ?? []
  return new Date(`${instant}Z`).getUTCDate() === Number(day) ? `${instant}${fraction}Z` : ''
}

function isNewer(epoch: string, known: string): boolean {
  return epoch.slice(0, -1) > known.slice(0, -1)
}
