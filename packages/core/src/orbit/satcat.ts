import Papa from 'papaparse'
import type { ObjectType } from '#orbit/element-set'

/** What SATCAT says of an object; `null` where it is silent. */
export interface SatcatEntry {
  readonly object_type: ObjectType | null
  /** SATCAT's code of who owns it, such as `ISS` or `CIS`. */
  readonly owner: string | null
  /** ISO 8601 dates, UTC. */
  readonly launch_date: string | null
  readonly decay_date: string | null
  /** Radar cross-section in square metres. */
  readonly rcs_m2: number | null
}

/** SATCAT as it is kept: four words for each object, ascending by catalogue number, and the owners that they name. */
export interface SatcatColumns {
  /** Catalogue number; days of launch and decay; owner and type; cross-section. */
  readonly words: Uint32Array
  readonly owners: readonly string[]
}

/** What was read of a SATCAT text. */
export interface ParsedSatcat {
  readonly columns: SatcatColumns
  /** Rows without a catalogue number or of a wrong length. */
  readonly refused: number
}

const WIDTH = 4
const COLUMNS = ['NORAD_CAT_ID', 'OBJECT_TYPE', 'OWNER', 'LAUNCH_DATE', 'DECAY_DATE', 'RCS']
const TYPES: readonly (readonly [code: string, type: ObjectType])[] = [
  ['PAY', 'payload'],
  ['R/B', 'rocket_body'],
  ['DEB', 'debris'],
  ['UNK', 'unknown'],
]

/**
 * Reads CelesTrak's `satcat.csv` line by line, so that a text of 70,000 rows is never there as rows and does not hold up a server; the
 * last row of an object counts. Throws a SyntaxError, which never quotes the text, when a column is missing.
 */
export function parseSatcat(text: string): ParsedSatcat {
  const found: number[] = []
  const owners: string[] = []
  const ownerIndex = new Map<string, number>()
  const days = new Map<string, number>()
  const onceDayOf = (date: string) => {
    const known = days.get(date) ?? dayOf(date)
    days.set(date, known)
    return known
  }
  let header: string[] | undefined
  let places: number[] = []
  let refused = 0
  for (const line of linesIn(text)) {
    const row = cellsOf(line)
    if (!header) {
      header = row
      places = placesOf(row)
      continue
    }
    const [number = '', type = '', owner = '', launch = '', decay = '', rcs = ''] = places.map(
      (place) => row[place]?.trim() ?? '',
    )
    if (row.length !== header.length || !/^[1-9]\d{0,8}$/.test(number)) {
      refused += 1
      continue
    }
    let place = ownerIndex.get(owner)
    if (place === undefined && owner !== '') {
      place = owners.push(owner)
      ownerIndex.set(owner, place)
    }
    const kind = TYPES.findIndex(([code]) => code === type) + 1
    const dates = (onceDayOf(launch) << 16) | onceDayOf(decay)
    found.push(Number(number), dates, ((place ?? 0) << 8) | kind, crossSection(rcs))
  }
  if (!header) throw new SyntaxError('there is no header')
  return { columns: { words: inOrder(Uint32Array.from(found)), owners }, refused }
}

function* linesIn(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end).trim()
    if (line !== '') yield line
    from = end < 0 ? text.length : end + 1
  }
}

/** Nearly no line has a quote, and a parser for those that have takes ten times as long. */
function cellsOf(line: string): string[] {
  return line.includes('"') ? (Papa.parse<string[]>(line, { delimiter: ',' }).data[0] ?? []) : line.split(',')
}

/** What SATCAT says of an object, if it has it. */
export function satcatEntry({ words, owners }: SatcatColumns, norad_id: number): SatcatEntry | undefined {
  const at = rowAt(words, norad_id) * WIDTH
  if (words[at] !== norad_id) return undefined
  const [days = 0, ownerAndType = 0, rcs = 0] = words.subarray(at + 1, at + WIDTH)
  return {
    object_type: TYPES[(ownerAndType & 0xff) - 1]?.[1] ?? null,
    owner: owners[(ownerAndType >>> 8) - 1] ?? null,
    launch_date: dateOf(days >>> 16),
    decay_date: dateOf(days & 0xffff),
    rcs_m2: rcs === 0 ? null : (rcs - 1) / RCS_STEPS,
  }
}

/** How many objects SATCAT has. */
export function satcatSize({ words }: SatcatColumns): number {
  return words.length / WIDTH
}

/** The first row whose catalogue number is not below this one; the number of rows when there is none. */
function rowAt(words: Uint32Array, norad_id: number): number {
  let [from, to] = [0, words.length / WIDTH]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle * WIDTH] ?? 0) < norad_id) from = middle + 1
    else to = middle
  }
  return from
}

function placesOf(header: readonly string[]): number[] {
  const missing = COLUMNS.find((column) => !header.includes(column))
  if (missing) throw new SyntaxError(`${missing} is missing`)
  return COLUMNS.map((column) => header.indexOf(column))
}

/** As the provider has them nearly always, at no cost then. */
function inOrder(words: Uint32Array): Uint32Array {
  const rows = words.length / WIDTH
  let isAscending = true
  for (let row = 1; row < rows; row += 1)
    isAscending &&= (words[row * WIDTH] ?? 0) > (words[(row - 1) * WIDTH] ?? 0)
  if (isAscending) return words
  const last = new Map<number, number>()
  for (let row = 0; row < rows; row += 1) last.set(words[row * WIDTH] ?? 0, row)
  const sorted = [...last].sort(([one], [other]) => one - other)
  const ordered = new Uint32Array(sorted.length * WIDTH)
  for (const [i, [, row]] of sorted.entries())
    ordered.set(words.subarray(row * WIDTH, (row + 1) * WIDTH), i * WIDTH)
  return ordered
}

const DAY_MS = 86_400_000
/** The day before the first that a date can be: 0 is no date. */
const NO_DAY = Date.UTC(1956, 11, 31)

/** Days by which `2026-11-21`, or `11/21/2026` as spreadsheets write it, lies after the last of 1956; 0 for what is no such date. */
function dayOf(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? american(text)
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const days = (at - NO_DAY) / DAY_MS
  const isOfCalendar = new Date(at).getUTCMonth() === Number(month) - 1
  return isOfCalendar && days > 0 && days <= 0xffff ? days : 0
}

function american(text: string): (string | undefined)[] {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return ['', year, month, day]
}

function dateOf(day: number): string | null {
  return day === 0 ? null : new Date(NO_DAY + day * DAY_MS).toISOString().slice(0, 10)
}

/** SATCAT gives four decimals. */
const RCS_STEPS = 10_000

/** In ten-thousandths of a square metre and one more: 0 is none. */
function crossSection(text: string): number {
  const steps = text === '' ? Number.NaN : Math.round(Number(text) * RCS_STEPS)
  return steps >= 0 && steps < 0xffff_ffff ? steps + 1 : 0
}
