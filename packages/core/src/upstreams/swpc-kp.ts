import { hours, minutes } from '#time'
import { numberOf, type Row } from '#upstreams/checked'
import { isEarlier, timedRows } from '#upstreams/swpc-rows'
import { upstream } from '#upstreams/upstream'

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
export const threeHourlyKIndex = upstream<unknown, KpReadings>({
  id: 'swpc-kp-3h',
  provider: 'swpc',
  label: 'planetary K index (3 hours)',
  target: () => '/products/noaa-planetary-k-index.json',
  probe: undefined,
  parse: (body, at) => ({
    running: false,
    readings: readingsIn(body, at, (row) =>
      row['observed'] === 'predicted' ? null : (row['Kp'] ?? row['kp']),
    ),
  }),
  newest,
  isOlder,
  cadenceMs: hours(3),
})

/** The running estimate of every minute; about five minutes behind. */
export const planetaryKIndex = upstream<unknown, KpReadings>({
  id: 'swpc-kp-1m',
  provider: 'swpc',
  label: 'planetary K index (1 minute)',
  target: () => '/json/planetary_k_index_1m.json',
  probe: undefined,
  parse: (body, at) => ({ running: true, readings: readingsIn(body, at, (row) => row['estimated_kp']) }),
  newest,
  isOlder,
  cadenceMs: minutes(5),
  fallback: threeHourlyKIndex,
})

function readingsIn(body: string, now: number, kpOf: (row: Row) => unknown): KpReading[] {
  const found = timedRows(body, now).flatMap(({ at, row }) => {
    const kp = numberOf(kpOf(row), 0, 9)
    return kp === null ? [] : [{ at, kp }]
  })
  if (found.length === 0) throw new SyntaxError('no usable K index')
  return found
}

function isOlder(value: KpReadings, than: KpReadings, at: number): boolean {
  return isEarlier(newest(value) ?? 0, newest(than) ?? 0, at)
}

function newest({ readings }: KpReadings): number | null {
  return readings.at(-1)?.at ?? null
}
