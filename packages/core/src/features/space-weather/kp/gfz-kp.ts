import { days, hours, iso, parseUtc } from '#kernel/kit/time'
import { parseNumber, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { type Measured, measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** Kp of a three-hour window. */
export interface GfzWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  /** In thirds, as published: 2.667. */
  readonly kp: number
  readonly isDefinitive: boolean
}

/** The windows of one body. */
export interface GfzWindows {
  /** Time of the request, in epoch milliseconds. */
  readonly knownAt: number
  /** In ascending time, never empty. */
  readonly windows: readonly GfzWindow[]
}

const WINDOW_MS = hours(3)
/** GFZ documents `def` and `pre`; its other files call preliminary values nowcast. */
const STATUSES: Readonly<Record<string, boolean>> = { def: true, pre: false, now: false, nowcast: false }
/** Values have three decimals: 0.333, 0.667. */
const ROUNDING = 0.002

/**
 * Kp of GFZ Potsdam, which derives it from 13 observatories: preliminary within an hour after each window,
 * and definitive a few weeks later.
 */
export const gfzKp = measured<GfzWindows>({
  id: 'gfz-kp',
  provider: 'gfz',
  label: 'Kp index',
  credit: 'CC BY 4.0, doi:10.5880/Kp.0001',
  target: (_, at) => targetOf(at, days(3)),
  probeParams: undefined,
  parse: parseWindows,
  seriesId: 'kp_gfz',
  newestAt: ({ knownAt, windows }) => endOf(windows.at(-1), knownAt),
  cadenceMs: WINDOW_MS,
  maxAgeMs: hours(12),
})

/**
 * The same feed with all windows that may still become definitive. GFZ computes the definitive values of a
 * month in the second week of the next month. The span allows for twice that delay.
 */
export const gfzKpOfQuarter: Measured<GfzWindows> = {
  ...gfzKp,
  target: (_, at) => targetOf(at, days(93)),
}

/** GFZ responds with 500 to fractions of seconds and to dates without a time. Both ends are included. */
function targetOf(at: number, spanMs: number): string {
  const second = (instant: number) => iso(instant).replace('.000Z', 'Z')
  // Rounded to the hour, so that all requests within an hour are identical.
  const end = Math.floor(at / hours(1)) * hours(1)
  const start = Math.floor((at - spanMs) / WINDOW_MS) * WINDOW_MS
  return `/app/json/?start=${second(start)}&end=${second(end)}&index=Kp`
}

/**
 * Returns the time that a window refers to, in epoch milliseconds: its end or, while it is open, the time of
 * the request.
 */
export function endOf(window: Pick<GfzWindow, 'at'> | undefined, knownAt: number): number | null {
  return window ? Math.min(window.at + WINDOW_MS, knownAt) : null
}

function parseWindows(body: string, now: number, { onHistory, onRows }: ParseListeners = {}): GfzWindows {
  const document = toRow(readJson(body)) ?? {}
  const [starts, values, statuses] = ['datetime', 'Kp', 'status'].map((name) => {
    const list = document[name]
    if (list === undefined) throw new ShapeError(`${name} is missing`)
    if (!Array.isArray(list)) throw new ShapeError(`${name} is not a list`)
    return list
  }) as [unknown[], unknown[], unknown[]]
  if (values.length !== starts.length || statuses.length !== starts.length)
    throw new ShapeError('datetime, Kp and status differ in length')
  let before = Number.NEGATIVE_INFINITY
  const read = (text: unknown, i: number): GfzWindow | undefined => {
    const at = parseUtc(text)
    if (at === null || at % WINDOW_MS !== 0 || at <= before)
      throw new ShapeError('datetime does not ascend in three-hour windows')
    before = at
    // Windows that are not published yet have no value. A window that has not begun cannot have a value.
    if (values[i] === null || at > now) return undefined
    return { at, kp: kpOf(values[i]), isDefinitive: isDefinitive(statuses[i]) }
  }
  const windows = readRows(starts, read, { onRows })
  if (windows.length === 0) throw new ShapeError('Kp has no value')
  onHistory?.(
    windows.map(({ at, kp, isDefinitive }) => ({
      at,
      values: { kp, preliminary: isDefinitive ? 0 : 1 },
      instrument: null,
    })),
  )
  return { knownAt: now, windows }
}

function kpOf(value: unknown): number {
  const kp = parseNumber(value, 0, 9)
  if (kp === null || Math.abs(kp - Math.round(3 * kp) / 3) > ROUNDING)
    throw new ShapeError('Kp is not a multiple of a third from 0 to 9')
  return kp
}

function isDefinitive(word: unknown): boolean {
  const known = typeof word === 'string' && Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined
  if (known === undefined) throw new ShapeError('status is neither definitive nor preliminary')
  return known
}
