import { parseStamp } from '#features/space-weather/swpc/stamp'
import { days, hours } from '#kernel/kit/time'
import { parseInteger } from '#kernel/upstreams/parse/fields'

/**
 * Kinds of notices. A cancellation withdraws a notice of any other kind; `other` is a notice in an unknown
 * form.
 */
export const NOTICE_KINDS = ['watch', 'warning', 'alert', 'summary', 'cancellation', 'other'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** NOAA's scales: geomagnetic storms, radiation storms, radio blackouts. */
export const NOTICE_SCALES = ['G', 'S', 'R'] as const

/** A notice of NOAA SWPC as it was issued; instants are epoch milliseconds, `null` if absent. */
export interface Notice {
  readonly productId: string
  /** Code of the message, such as `WARK05`; each code has its own serial numbers. */
  readonly code: string | null
  /** A correction has the number of the notice that it corrects. */
  readonly serial: number | null
  readonly kind: NoticeKind
  readonly issuedAt: number
  /** The first line, such as `EXTENDED WARNING: Geomagnetic K-index of 4 expected`. */
  readonly headline: string | null
  readonly scale: (typeof NOTICE_SCALES)[number] | null
  /** Level of the scale; 0 for a K index below the scale. */
  readonly level: number | null
  readonly orGreater: boolean
  /** For a watch, the start of the first day of a storm and the end of its last day. */
  readonly validFrom: number | null
  readonly validTo: number | null
  /** For a watch: the start of each day and its G level, 0 for none. */
  readonly days: readonly { readonly day: number; readonly level: number }[]
  readonly eventStart: number | null
  readonly eventPeak: number | null
  readonly eventEnd: number | null
  /** End of the three hours whose K index an alert is about. */
  readonly periodEnd: number | null
  /** Serial number of the notice that it extends or continues. */
  readonly extendsSerial: number | null
  readonly cancelsSerial: number | null
  readonly supersedesWatches: boolean
  readonly text: string
  /** Number of times in the text that could be read, and that could not. */
  readonly times: { readonly read: number; readonly unread: number }
}

interface Message {
  readonly productId: string
  readonly issuedAt: number
  readonly message: string
}

const HEADLINE = /^(?:(CANCEL|[A-Z]+)[A-Z]* )?(WATCH|WARNING|ALERT|SUMMARY): *\S.*$/im
const KIND_OF_CODE: Readonly<Record<string, NoticeKind>> = {
  WAT: 'watch',
  WAR: 'warning',
  ALT: 'alert',
  SUM: 'summary',
}
/**
 * A time further than this from the issue is treated as a typing error, as is an event more than an hour
 * after the issue.
 */
const MAX_APART_MS = days(45)

/** Reads the parts of a message independently. A part that cannot be read is `null`; the text is complete. */
export function readNotice({ productId, issuedAt, message }: Message): Notice {
  const text = toText(message)
  const fields = fieldsIn(text)
  const field = (...labels: readonly string[]) =>
    labels.map((label) => fields.get(label)).find((each) => each)
  const times = { read: 0, unread: 0 }
  const timeOf = (aheadMs: number, ...labels: readonly string[]) => {
    const given = field(...labels)
    const at = parseStamp(given)
    const isUsable = at !== null && at >= issuedAt - MAX_APART_MS && at <= issuedAt + aheadMs
    if (given !== undefined) times[isUsable ? 'read' : 'unread'] += 1
    return isUsable ? at : null
  }
  const pastOf = (...labels: readonly string[]) => timeOf(hours(1), ...labels)
  const comingOf = (...labels: readonly string[]) => timeOf(MAX_APART_MS, ...labels)
  const serialOf = (...labels: readonly string[]) => parseInteger(field(...labels), 0, 999_999_999)
  const code = /^[A-Z0-9]{3,10}$/.exec(field('space weather message code') ?? '')?.[0] ?? null
  const headline = HEADLINE.exec(text)
  const predicted = daysIn(text, issuedAt)
  const storms = predicted.filter(({ level }) => level > 0)
  const eventStart = pastOf('begin time', 'threshold reached', 'observed')
  const lastStorm = storms.at(-1)
  // Read only to be counted; the row has this time to the second.
  pastOf('issue time')
  return {
    productId,
    code,
    serial: serialOf('serial number'),
    kind: kindOf(headline, code),
    issuedAt,
    headline: headline?.[0].trim() ?? null,
    ...scaleIn(text),
    validFrom: comingOf('valid from') ?? storms[0]?.day ?? null,
    validTo:
      comingOf('now valid until', 'valid to', 'valid until') ?? (lastStorm ? lastStorm.day + days(1) : null),
    days: predicted,
    eventStart,
    eventPeak: pastOf('maximum time'),
    eventEnd: pastOf('end time'),
    periodEnd: periodEnd(field('synoptic period'), eventStart ?? issuedAt),
    extendsSerial: serialOf('extension to serial number', 'continuation of serial number'),
    cancelsSerial: serialOf('cancel serial number'),
    supersedesWatches: /SUPERSEDES ANY\/ALL PRIOR WATCHES/i.test(text),
    text,
    times,
  }
}

/**
 * Returns notices in which an extension without a scale has the scale of the notice that it extends.
 * Extensions of 2025 state no scale.
 *
 * @param notices Newest first.
 */
export function withInheritedScales(notices: readonly Notice[]): readonly Notice[] {
  const known = new Map<string, Notice>()
  return [...notices]
    .reverse()
    .map((notice) => {
      const { code, serial, extendsSerial } = notice
      const extended = known.get(`${code} ${extendsSerial}`)
      const { scale, level, orGreater } = (notice.scale === null && extended) || notice
      const whole = { ...notice, scale, level, orGreater }
      if (serial !== null) known.set(`${code} ${serial}`, whole)
      return whole
    })
    .reverse()
}

/** Returns the first value of each label. Labels are in lower case. */
function fieldsIn(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    const label = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!fields.has(label)) fields.set(label, line.slice(colon + 1).trim())
  }
  return fields
}

/** Returns the message without trailing spaces and without repeated blank lines. */
function toText(message: string): string {
  return message
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function kindOf(headline: RegExpExecArray | null, code: string | null): NoticeKind {
  if (headline?.[1]?.toUpperCase() === 'CANCEL') return 'cancellation'
  return (headline?.[2]?.toLowerCase() as NoticeKind) ?? KIND_OF_CODE[code?.slice(0, 3) ?? ''] ?? 'other'
}

/**
 * Reads the scale: as stated, as the category of a watch, or from the K index, which determines the G level.
 */
function scaleIn(text: string): Pick<Notice, 'scale' | 'level' | 'orGreater'> {
  const stated = /noaa scale: *([GSR])([1-5])|category (G)([1-5])/i.exec(text)
  const kIndex = /K-index of ([1-9])/i.exec(text)?.[1]
  const orGreater = /\b(?:or|-) greater\b/i.test(text)
  if (stated) {
    const [, scale = stated[3], level = stated[4]] = stated
    return { scale: scale?.toUpperCase() as Notice['scale'], level: Number(level), orGreater }
  }
  if (kIndex) return { scale: 'G', level: Math.max(0, Number(kIndex) - 4), orGreater }
  return { scale: null, level: null, orGreater: false }
}

/** Reads `Jul 31:  None (Below G1)   Aug 01:  G2 (Moderate)`, in the year of the issue or the next one. */
function daysIn(text: string, issuedAt: number): Notice['days'] {
  const [, list = ''] = /^Highest Storm Level Predicted by Day:\s*(.*)$/im.exec(text) ?? []
  return [...list.matchAll(/([A-Z]{3}) (\d\d) *: *(?:None|G([1-5]))/gi)].flatMap(([, month, day, level]) => {
    const year = new Date(issuedAt).getUTCFullYear()
    const found = [year - 1, year, year + 1]
      .map((each) => parseStamp(`${each} ${month} ${day} 0000`))
      .find((at) => at !== null && Math.abs(at - issuedAt) <= MAX_APART_MS)
    return found == null ? [] : [{ day: found, level: Number(level ?? 0) }]
  })
}

/** Returns the end of a period such as `2100-2400`. `at` is an instant within the period. */
function periodEnd(period: string | undefined, at: number): number | null {
  const [, from, to] = /^(\d\d)00-(\d\d)00\b/.exec(period ?? '') ?? []
  if (from === undefined || Number(to) > 24) return null
  const day = Math.floor(at / days(1)) * days(1)
  const isBefore = at < day + days(Number(from) / 24)
  const end = day + days((Number(to) || 24) / 24)
  return isBefore ? end - days(1) : end
}
