import Papa from 'papaparse'
import type { ObjectType } from '#features/objects/elements/element-set'
import { bisect } from '#kernel/kit/bisect'
import { toLine } from '#kernel/kit/to-line'
import { type RowCounts, RowTally } from '#kernel/upstreams/parse/rows'

/** SATCAT data of an object; `null` if SATCAT has no value. */
export interface SatcatFacts {
  readonly objectType: ObjectType | null
  /** SATCAT's owner code, such as `ISS` or `CIS`. */
  readonly owner: string | null
  /** ISO 8601 dates, UTC. */
  readonly launchDate: string | null
  readonly decayDate: string | null
  /** Radar cross-section in square metres. */
  readonly rcsM2: number | null
}

/** SATCAT's record of an object. */
export interface SatcatEntry extends SatcatFacts {
  /** SATCAT's code of its operational status, such as `+` for operational. */
  readonly operationalStatus: string | null
  /** SATCAT's code of the launch site, such as `TYMSC`. */
  readonly launchSite: string | null
}

/** SATCAT in compact form: four 32-bit words per object, ascending by catalogue number, and the codes. */
export interface SatcatColumns {
  /**
   * Catalogue number; days of launch and decay, 16 bits each; positions of the launch site (12 bits), the
   * owner (12), the status and the type (4 each), starting at 1; radar cross-section.
   */
  readonly words: Uint32Array
  readonly owners: readonly string[]
  readonly sites: readonly string[]
}

/** Result of parsing SATCAT. */
export interface ParsedSatcat {
  readonly columns: SatcatColumns
  /** Number of rows without a catalogue number or of a wrong length. */
  readonly refused: number
}

/** Result of parsing SATCAT, with row counts. */
interface CountedSatcat extends ParsedSatcat {
  readonly counts: RowCounts
}

const WORDS_PER_OBJECT = 4
const COLUMNS = [
  'NORAD_CAT_ID',
  'OBJECT_TYPE',
  'OWNER',
  'LAUNCH_DATE',
  'DECAY_DATE',
  'RCS',
  'OPS_STATUS_CODE',
  'LAUNCH_SITE',
]
/**
 * The codes of the operational status: operational, not operational, partially operational, backup, spare,
 * extended mission, decayed, unknown.
 */
const STATUSES = ['+', '-', 'P', 'B', 'S', 'X', 'D', '?']
/** Maximum number of owners or sites that a word can represent. Further ones have no position. */
const MAX_CODES = 0xfff
/** The codes of the types of objects. */
export const SATCAT_TYPES: readonly (readonly [code: string, type: ObjectType])[] = [
  ['PAY', 'payload'],
  ['R/B', 'rocket_body'],
  ['DEB', 'debris'],
  ['UNK', 'unknown'],
]

/**
 * Parses CelesTrak's `satcat.csv` line by line: 70,000 rows as arrays would block the event loop and fill the
 * heap. The last row of an object counts.
 *
 * @throws SyntaxError, which never quotes the text, if a column is missing.
 */
export function parseSatcat(text: string): CountedSatcat {
  const found: number[] = []
  const [owners, sites] = [new Codes(), new Codes()]
  const days = new Map<string, number>()
  const onceDayOf = (date: string) => {
    const known = days.get(date) ?? toDay(date)
    days.set(date, known)
    return known
  }
  let header: string[] | undefined
  let places: number[] = []
  const counts = new RowTally()
  let lines = 0
  for (const line of readLines(text)) {
    const row = splitCells(line)
    lines += 1
    if (!header) {
      header = row
      places = columnIndexes(row)
      continue
    }
    const cells = places.map((place) => row[place]?.trim() ?? '')
    const [number = '', type = '', owner = '', launch = '', decay = '', rcs = '', status = '', site = ''] =
      cells
    if (row.length !== header.length) {
      counts.refuse(`line ${lines}`, `it has ${row.length} columns, expected ${header.length}`)
      continue
    }
    if (!/^[1-9]\d{0,8}$/.test(number)) {
      counts.refuse(`line ${lines}`, 'NORAD_CAT_ID has no usable value')
      continue
    }
    counts.accept()
    const kind = SATCAT_TYPES.findIndex(([code]) => code === type) + 1
    const dates = (onceDayOf(launch) << 16) | onceDayOf(decay)
    const codes =
      (sites.placeOf(site) << 20) |
      (owners.placeOf(owner) << 8) |
      ((STATUSES.indexOf(status) + 1) << 4) |
      kind
    found.push(Number(number), dates, codes, encodeRcs(rcs))
  }
  if (!header) throw new SyntaxError('there is no header')
  const words = sortByNumber(Uint32Array.from(found))
  const columns = { words, owners: owners.all, sites: sites.all }
  return { columns, refused: counts.unusable, counts }
}

/** Codes of a column, in order of appearance. */
class Codes {
  readonly all: string[] = []
  readonly #places = new Map<string, number>([['', 0]])

  /** Returns the position of a code, starting at 1; 0 for no code. */
  placeOf(code: string): number {
    const known = this.#places.get(code)
    if (known !== undefined) return known
    const place = this.all.length < MAX_CODES ? this.all.push(toLine(code)) : 0
    this.#places.set(code, place)
    return place
  }
}

function* readLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end).trim()
    if (line !== '') yield line
    from = end < 0 ? text.length : end + 1
  }
}

/** Splits a line. The CSV parser is used only for lines with quotes, as it is ten times slower. */
function splitCells(line: string): string[] {
  return line.includes('"') ? (Papa.parse<string[]>(line, { delimiter: ',' }).data[0] ?? []) : line.split(',')
}

/** Returns SATCAT's record of an object, if it has one. */
export function findSatcatEntry(
  { words, owners, sites }: SatcatColumns,
  noradId: number,
): SatcatEntry | undefined {
  const rows = words.length / WORDS_PER_OBJECT
  const at = bisect(rows, (row) => (words[row * WORDS_PER_OBJECT] ?? 0) < noradId) * WORDS_PER_OBJECT
  if (words[at] !== noradId) return undefined
  const [days = 0, codes = 0, rcs = 0] = words.subarray(at + 1, at + WORDS_PER_OBJECT)
  return {
    objectType: SATCAT_TYPES[(codes & 0xf) - 1]?.[1] ?? null,
    operationalStatus: STATUSES[((codes >>> 4) & 0xf) - 1] ?? null,
    owner: owners[((codes >>> 8) & 0xfff) - 1] ?? null,
    launchSite: sites[(codes >>> 20) - 1] ?? null,
    launchDate: toDate(days >>> 16),
    decayDate: toDate(days & 0xffff),
    rcsM2: rcs === 0 ? null : (rcs - 1) / RCS_STEPS,
  }
}

/** Returns the number of objects. */
export function countSatcatObjects({ words }: SatcatColumns): number {
  return words.length / WORDS_PER_OBJECT
}

function columnIndexes(header: readonly string[]): number[] {
  const missing = COLUMNS.find((column) => !header.includes(column))
  if (missing) throw new SyntaxError(`${missing} is missing`)
  return COLUMNS.map((column) => header.indexOf(column))
}

/**
 * Sorts by catalogue number and keeps the last row of each object; returns `words` itself if already sorted.
 */
function sortByNumber(words: Uint32Array): Uint32Array {
  const rows = words.length / WORDS_PER_OBJECT
  let isAscending = true
  for (let row = 1; row < rows; row += 1)
    isAscending &&= (words[row * WORDS_PER_OBJECT] ?? 0) > (words[(row - 1) * WORDS_PER_OBJECT] ?? 0)
  if (isAscending) return words
  const last = new Map<number, number>()
  for (let row = 0; row < rows; row += 1) last.set(words[row * WORDS_PER_OBJECT] ?? 0, row)
  const sorted = [...last].sort(([one], [other]) => one - other)
  const ordered = new Uint32Array(sorted.length * WORDS_PER_OBJECT)
  for (const [i, [, row]] of sorted.entries())
    ordered.set(words.subarray(row * WORDS_PER_OBJECT, (row + 1) * WORDS_PER_OBJECT), i * WORDS_PER_OBJECT)
  return ordered
}

const DAY_MS = 86_400_000
/** Day 0, which means no date: the day before the first possible one. */
const DAY_ZERO = Date.UTC(1956, 11, 31)

/**
 * Converts `2026-11-21`, or `11/21/2026` as spreadsheets write it, to days since 1956-12-31; 0 for anything
 * else.
 */
function toDay(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? usDate(text)
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const days = (at - DAY_ZERO) / DAY_MS
  const isOfCalendar = new Date(at).getUTCMonth() === Number(month) - 1
  return isOfCalendar && days > 0 && days <= 0xffff ? days : 0
}

function usDate(text: string): (string | undefined)[] {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return ['', year, month, day]
}

function toDate(day: number): string | null {
  return day === 0 ? null : new Date(DAY_ZERO + day * DAY_MS).toISOString().slice(0, 10)
}

/** Steps per square metre, as SATCAT has four decimals. */
const RCS_STEPS = 10_000

/** Encodes a cross-section as steps plus one; 0 means none. */
function encodeRcs(text: string): number {
  const steps = text === '' ? Number.NaN : Math.round(Number(text) * RCS_STEPS)
  return steps >= 0 && steps < 0xffff_ffff ? steps + 1 : 0
}
