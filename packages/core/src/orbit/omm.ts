import Papa from 'papaparse'
import type { ElementSet } from '#orbit/element-set'

/** One set per object, in the order of the text, and what became of the rest. */
export interface ParsedElementSets {
  readonly elementSets: ElementSet[]
  /** Records that no propagator could use. */
  readonly refused: number
  /** Catalogue numbers of objects that have such records alone, where a number could be read. */
  readonly refusedIds: readonly number[]
}

type Field = (column: string) => unknown

const MARKS = ['NORAD_CAT_ID', 'EPOCH', 'MEAN_MOTION']

/**
 * Reads CelesTrak's or Space-Track's OMM, JSON or CSV, the newest epoch of an object winning; throws a
 * SyntaxError, which never quotes the text, when that is something else or is cut off.
 */
export function parseElementSets(text: string): ParsedElementSets {
  const plain = text.trimStart()
  return newestUsable(plain.startsWith('[') ? fromJson(plain) : fromCsv(plain))
}

/** Leaves out what no propagator could use, and all but the newest epoch of an object. */
export function newestUsable(candidates: readonly (ElementSet | null)[]): ParsedElementSets {
  const newest = new Map<number, ElementSet>()
  const numbers = new Set<number>()
  let refused = 0
  for (const elementSet of candidates) {
    if (!elementSet || !isUsable(elementSet)) {
      refused += 1
      if (elementSet && isCatalogueNumber(elementSet.norad_id)) numbers.add(elementSet.norad_id)
      continue
    }
    const known = newest.get(elementSet.norad_id)
    if (!known || isNewer(elementSet.epoch, known.epoch)) newest.set(elementSet.norad_id, elementSet)
  }
  const refusedIds = [...numbers].filter((norad_id) => !newest.has(norad_id))
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

/** Row by row: a whole catalogue as rows of text takes three times the memory of its element sets. */
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
      if (!header) {
        header = columnsOf(row)
        return
      }
      const { length } = header
      isCutOff = row.length < length
      elementSets.push(row.length === length ? readElementSet(fieldsOf(row, header)) : null)
    },
  })
  columnsOf(header ?? [])
  if (isMalformed || isCutOff) throw new SyntaxError('OMM CSV is malformed or cut off')
  return elementSets
}

function columnsOf(row: string[]): string[] {
  if (!MARKS.every((column) => row.includes(column))) throw new SyntaxError('neither OMM JSON nor OMM CSV')
  return row
}

function fieldsOf(row: readonly string[], header: readonly string[]): Field {
  return (column) => row[header.indexOf(column)]
}

function readElementSet(field: Field): ElementSet {
  return {
    norad_id: number(field('NORAD_CAT_ID')),
    name: string(field('OBJECT_NAME')) || 'UNKNOWN',
    international_designator: string(field('OBJECT_ID')) || null,
    epoch: utc(string(field('EPOCH'))),
    mean_motion_rev_per_day: number(field('MEAN_MOTION')),
    eccentricity: number(field('ECCENTRICITY')),
    inclination_deg: number(field('INCLINATION')),
    raan_deg: number(field('RA_OF_ASC_NODE')),
    arg_of_pericenter_deg: number(field('ARG_OF_PERICENTER')),
    mean_anomaly_deg: number(field('MEAN_ANOMALY')),
    bstar_per_earth_radius: number(field('BSTAR')),
    mean_motion_dot_rev_per_day2: number(field('MEAN_MOTION_DOT')),
    mean_motion_ddot_rev_per_day3: number(field('MEAN_MOTION_DDOT')),
    element_set_no: number(field('ELEMENT_SET_NO')),
    rev_at_epoch: number(field('REV_AT_EPOCH')),
    classification: string(field('CLASSIFICATION_TYPE')) || 'U',
    ephemeris_type: number(field('EPHEMERIS_TYPE')),
  }
}

function isUsable(elementSet: ElementSet): boolean {
  return (
    isCatalogueNumber(elementSet.norad_id) &&
    elementSet.epoch !== '' &&
    isWithin(Number.MIN_VALUE, elementSet.mean_motion_rev_per_day, 20) &&
    isWithin(0, elementSet.eccentricity, 1) &&
    elementSet.eccentricity < 1 &&
    isWithin(0, elementSet.inclination_deg, 180) &&
    Number.isFinite(elementSet.raan_deg) &&
    Number.isFinite(elementSet.arg_of_pericenter_deg) &&
    Number.isFinite(elementSet.mean_anomaly_deg) &&
    Number.isFinite(elementSet.bstar_per_earth_radius) &&
    Number.isFinite(elementSet.mean_motion_dot_rev_per_day2) &&
    Number.isFinite(elementSet.mean_motion_ddot_rev_per_day3) &&
    isWhole(elementSet.element_set_no) &&
    isWhole(elementSet.rev_at_epoch) &&
    isForSgp4(elementSet.ephemeris_type)
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

/** Type 4 is SGP4-XP, whose elements the public SGP4 propagates wrongly and without a complaint. */
function isForSgp4(ephemerisType: number): boolean {
  return [0, 1, 2, 3].includes(ephemerisType)
}

function number(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value)
  return typeof value === 'number' ? value : Number.NaN
}

/** One line of text, its blanks as they are: a line break in a name would forge a line of a TLE. */
function string(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() : ''
}

/** The stamp with its `Z`, or nothing when it is no instant of the calendar. */
function utc(stamp: string): string {
  const match = /^(\d{4}-\d\d-(\d\d)T\d\d:\d\d:\d\d)(\.\d{1,9})?Z?$/.exec(stamp)
  const [, instant = '', day = '', fraction = ''] = match ?? []
  return new Date(`${instant}Z`).getUTCDate() === Number(day) ? `${instant}${fraction}Z` : ''
}

function isNewer(epoch: string, known: string): boolean {
  return epoch.slice(0, -1) > known.slice(0, -1)
}
