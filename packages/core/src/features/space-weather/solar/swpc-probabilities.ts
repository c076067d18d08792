import { days, hours, parseUtc } from '#kernel/kit/time'
import { parseInteger, parseText, type Row, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf, memberOrNull } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** Probabilities of one day, in percent; `null` if NOAA gives none. */
interface DayProbabilities {
  readonly cClass: number | null
  readonly mClass: number | null
  readonly xClass: number | null
  readonly protons: number | null
}

/** NOAA's probabilities of solar events for three days. */
export interface EventProbabilities {
  /** The UTC day in the product, as epoch milliseconds of its start. */
  readonly at: number
  /** The first, second and third day. */
  readonly days: readonly DayProbabilities[]
  /** NOAA's rating of the absorption of radio over the poles, such as `green`. */
  readonly polarCapAbsorption: string | null
}

/** Probabilities of flares and proton events for the whole disk, with one row per UTC day. */
export const solarProbabilities = measured<EventProbabilities>({
  id: 'swpc-probabilities',
  provider: 'swpc',
  label: 'probabilities of solar events',
  target: () => '/json/solar_probabilities.json',
  probeParams: undefined,
  parse: parseProbabilities,
  newestAt: ({ at }) => at,
  cadenceMs: hours(24),
  maxAgeMs: days(3),
  maxBytes: 256 * 1024,
})

function parseProbabilities(body: string, now: number, { onRows }: ParseListeners = {}): EventProbabilities {
  const rows = readJson(body)
  if (!Array.isArray(rows)) throw new ShapeError('not an array of days')
  const dated = readRows(rows, (each) => rowOf(toRow(each) ?? {}, now), { onRows })
  const newest = dated.reduce<EventProbabilities | undefined>(
    (best, each) => (best && best.at >= each.at ? best : each),
    undefined,
  )
  if (!newest) throw new ShapeError('date has no usable value')
  return newest
}

/** Reads the row of a day; `undefined` for a future day. */
function rowOf(row: Row, now: number): EventProbabilities | undefined {
  const at = memberOf(row, 'date', parseUtc)
  if (at > now) return undefined
  const absorption = memberOrNull(row, 'polar_cap_absorption', parseText)
  if (absorption !== null && absorption.length > 40) throw new ShapeError('polar_cap_absorption is too long')
  return { at, days: [1, 2, 3].map((day) => dayOf(row, day)), polarCapAbsorption: absorption }
}

function dayOf(row: Row, day: number): DayProbabilities {
  // Whole percents: a fraction would mean a different unit.
  const percent = (what: string) =>
    memberOrNull(row, `${what}_${day}_day`, (value) => parseInteger(value, 0, 100))
  return {
    cClass: percent('c_class'),
    mClass: percent('m_class'),
    xClass: percent('x_class'),
    protons: percent('10mev_protons'),
  }
}
