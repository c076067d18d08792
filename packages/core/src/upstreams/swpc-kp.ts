import type { Reading } from '#store/readings'
import { hours, minutes } from '#time'
import { numberOf, type Row } from '#upstreams/checked'
import { mismatchIn } from '#upstreams/shape'
import { timedRows } from '#upstreams/swpc-rows'
import { measured, type TellHistory } from '#upstreams/upstream'

/** One value of the planetary K index and the instant, in epoch milliseconds, that its feed stamps it with. */
export interface KpReading {
  readonly at: number
  readonly kp: number
}

export interface KpReadings {
  /** Whether they are minutes of a running estimate that falls to 0 at each three-hour boundary. */
  readonly running: boolean
  /** In ascending time, never empty. */
  readonly readings: readonly KpReading[]
}

/** The three-hour index, stamped with the start of its window. */
export const threeHourlyKIndex = measured<KpReadings>({
  id: 'swpc-kp-3h',
  provider: 'swpc',
  label: 'planetary K index (3 hours)',
  target: () => '/products/noaa-planetary-k-index.json',
  probe: undefined,
  parse: (body, at, tell) => ({
    running: false,
    readings: readingsIn(body, at, {
      running: false,
      tell,
      field: 'Kp',
      kpOf: (row) => (row['observed'] === 'predicted' ? null : (row['Kp'] ?? row['kp'])),
    }),
  }),
  series: 'kp',
  newest,
  cadenceMs: hours(3),
  // Six hours after its window has ended.
  currentMs: hours(9),
})

/** The running estimate of every minute; about five minutes behind. */
export const planetaryKIndex = measured<KpReadings>({
  id: 'swpc-kp-1m',
  provider: 'swpc',
  label: 'planetary K index (1 minute)',
  target: () => '/json/planetary_k_index_1m.json',
  probe: undefined,
  parse: (body, at, tell) => ({
    running: true,
    readings: readingsIn(body, at, {
      running: true,
      tell,
      field: 'estimated_kp',
      kpOf: (row) => row['estimated_kp'],
    }),
  }),
  series: 'kp',
  newest,
  cadenceMs: minutes(5),
  currentMs: hours(6),
  fallback: threeHourlyKIndex,
})

interface Reader {
  readonly running: boolean
  /** How the feed calls the index. */
  readonly field: string
  readonly kpOf: (row: Row) => unknown
  readonly tell: TellHistory | undefined
}

function readingsIn(
  body: string,
  now: number,
  { running, field, kpOf, tell = () => {} }: Reader,
): KpReading[] {
  // A window that has not begun is a forecast; a minute may be ahead of our clock.
  const rows = running ? timedRows(body, now) : timedRows(body, now, 0)
  const found = rows.flatMap(({ at, row }) => {
    const kp = numberOf(kpOf(row), 0, 9)
    return kp === null ? [] : [{ at, kp }]
  })
  if (found.length === 0)
    throw mismatchIn(
      rows.map(({ row }) => ({ [field]: kpOf(row) })),
      { [field]: () => false },
    )
  tell(historyOf({ running, readings: found }))
  return found
}

/**
 * What held at the instant of each reading. The minutes after a boundary whose window before is not in the answer are left
 * out: their running values fall from nowhere to 0, and would overwrite the good ones that an earlier answer told.
 */
function historyOf(all: KpReadings): Reading[] {
  return all.readings.flatMap(({ at }, i) =>
    isJustOpened(at, all) && !lastOfWindowBefore(at, all) ? [] : [{ at, value: inForce(all, i).kp }],
  )
}

/**
 * The reading that holds at the instant of the one of this index: itself; or, while a running estimate of a new window is
 * younger than 30 minutes and below it, the last one of the window before.
 */
export function inForce(all: KpReadings, index: number): KpReading {
  const own = all.readings[index]
  if (!own) throw new RangeError('no reading')
  if (!isJustOpened(own.at, all)) return own
  const before = lastOfWindowBefore(own.at, all)
  return before && before.kp > own.kp ? before : own
}

/** Whether the window of an instant is so young that its running estimate says little. */
function isJustOpened(at: number, { running }: KpReadings): boolean {
  return running && at - openingOf(at) < minutes(30)
}

function lastOfWindowBefore(at: number, { readings }: KpReadings): KpReading | undefined {
  const opened = openingOf(at)
  const before = readings.findLast((reading) => reading.at < opened)
  return before && before.at >= opened - hours(3) ? before : undefined
}

function openingOf(at: number): number {
  return Math.floor(at / hours(3)) * hours(3)
}

function newest({ readings }: KpReadings): number | null {
  return readings.at(-1)?.at ?? null
}
