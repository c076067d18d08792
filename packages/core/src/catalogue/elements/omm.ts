import Papa from 'papaparse'
import { ELEMENT_FIELDS } from '#catalogue/elements/element-fields'
import type { ElementSet } from '#catalogue/elements/element-set'
import { toLine } from '#kit/to-line'

/** Result of parsing a catalogue: one set per object, in the order of the text. */
export interface ParsedElementSets {
  readonly elementSets: ElementSet[]
  /** Number of records that no propagator could use. */
  readonly refused: number
  /** Catalogue numbers of objects that have only such records, where the number is readable. */
  readonly refusedIds: readonly number[]
}

type Field = (column: string) => unknown

const REQUIRED_COLUMNS = ['NORAD_CAT_ID', 'EPOCH', 'MEAN_MOTION']

/**
 * Parses OMM of CelesTrak or Space-Track, JSON or CSV, and keeps the newest epoch of each object.
 *
 * @throws SyntaxError, which never quotes the text, if it is anything else or cut off.
 */
export function parseElementSets(text: string): ParsedElementSets {
  const plain = text.trimStart()
  return keepNewestUsable(plain.startsWith('[') ? fromJson(plain) : fromCsv(plain))
}

/** Keeps the newest usable set of each object. */
export function keepNewestUsable(candidates: readonly (ElementSet | null)[]): ParsedElementSets {
  const newest = new Map<number, ElementSet>()
  const numbers = new Set<number>()
  let refused = 0
  for (const elementSet of candidates) {
    if (!elementSet || !isUsable(elementSet)) {
      refused += 1
      if (elementSet && isCatalogueNumber(elementSet.noradId)) numbers.add(elementSet.noradId)
      continue
    }
    const known = newest.get(elementSet.noradId)
    if (!known || isNewer(elementSet.epoch, known.epoch)) newest.set(elementSet.noradId, elementSet)
  }
  const refusedIds = [...numbers].filter((noradId) => !newest.has(noradId))
  return { elementSets: [...newest.values()], refused, refusedIds }
}

function fromJson(text: string): ElementSet[] {
  return parseJson(text).map((record) => readElementSet((column) => record?.[column]))
}

function parseJson(text: string): (Record<string, unknown> | null)[] {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('OMM JSON is malformed or cut off')
  }
}

/** Parses row by row: all rows of a catalogue as strings take three times the memory of its element sets. */
function fromCsv(text: string): (ElementSet | null)[] {
  const elementSets: (ElementSet | null)[] = []
  let header: string[] | undefined
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
      isCutOff = row.length < length
      elementSets.push(row.length === length ? readElementSet(fieldReader(row, header)) : null)
    },
  })
  checkHeader(header ?? [])
  if (isMalformed || isCutOff) throw new SyntaxError('OMM CSV is malformed or cut off')
  return elementSets
}

/** Whether a row is a comment: it begins with `#`, and is not as long as the header. */
function isComment([first = '', ...rest]: readonly string[], header: readonly string[] | undefined): boolean {
  return first.startsWith('#') && rest.length + 1 !== header?.length
}

function checkHeader(row: string[]): string[] {
  if (!REQUIRED_COLUMNS.every((column) => row.includes(column)))
    throw new SyntaxError('neither OMM JSON nor OMM CSV')
  return row
}

function fieldReader(row: readonly string[], header: readonly string[]): Field {
  return (column) => row[header.indexOf(column)]
}

/** Written out, not by the table of fields: objects that are made by a loop take three times the memory. */
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
    elementSetNo: toNumber(field('ELEMENT_SET_NO')),
    revAtEpoch: toNumber(field('REV_AT_EPOCH')),
    classification: toLine(field('CLASSIFICATION_TYPE')) || 'U',
    ephemerisType: toNumber(field('EPHEMERIS_TYPE')),
  }
}

const NUMBER_FIELDS = ELEMENT_FIELDS.flatMap(([field, , , type]) =>
  type === 'DOUBLE' || type === 'INT32' ? [field] : [],
)

function isUsable(elementSet: ElementSet): boolean {
  return (
    NUMBER_FIELDS.every((field) => Number.isFinite(elementSet[field])) &&
    isCatalogueNumber(elementSet.noradId) &&
    elementSet.epoch !== '' &&
    isWithin(Number.MIN_VALUE, elementSet.meanMotionRevPerDay, 20) &&
    isWithin(0, elementSet.eccentricity, 1) &&
    elementSet.eccentricity < 1 &&
    isWithin(0, elementSet.inclinationDeg, 180) &&
    isWhole(elementSet.elementSetNo) &&
    isWhole(elementSet.revAtEpoch) &&
    isForSgp4(elementSet.ephemerisType)
  )
}

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

/** Returns the stamp with `Z`; empty if it is not a valid date and time. */
function toUtc(stamp: string): string {
  const match = /^(\d{4}-\d\d-(\d\d)T\d\d:\d\d:\d\d)(\.\d{1,9})?Z?$/.exec(stamp)
  const [, instant = '', day = '', fraction = ''] = match ?? []
  return new Date(`${instant}Z`).getUTCDate() === Number(day) ? `${instant}${fraction}Z` : ''
}

function isNewer(epoch: string, known: string): boolean {
  return epoch.slice(0, -1) > known.slice(0, -1)
}
