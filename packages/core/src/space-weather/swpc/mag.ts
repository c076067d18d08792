import type { Measurement } from '#space-weather/swpc/rows'
import { propagated7Days, type RtswInstrument, rtswFeed } from '#space-weather/swpc/rtsw'
import { parseNumber, parseText } from '#upstreams/parse/fields'

/** The interplanetary magnetic field at L1 at one instant, in epoch milliseconds; components in GSM. */
export interface MagneticField {
  readonly at: number
  readonly bt_nt: number
  readonly bx_gsm_nt: number | null
  readonly by_gsm_nt: number | null
  readonly bz_gsm_nt: number
  readonly spacecraft: string | null
}

const instrument: RtswInstrument<MagneticField> = {
  id: 'swpc-mag',
  label: 'interplanetary magnetic field',
  file: 'rtsw_mag_1m.json',
  summaryLabel: 'interplanetary magnetic field',
  summaryFile: 'solar-wind-mag-field.json',
  seriesId: 'mag',
  observed: field('bx_gsm', 'by_gsm', 'bz_gsm'),
  propagated: field('bx', 'by', 'bz'),
}

/** The interplanetary magnetic field at L1. The summary product has magnitude and Bz alone, in whole nT. */
export const interplanetaryMagneticField = rtswFeed(instrument)

/** The magnetic field of the last 7 days, for the history. */
export const magneticField7Days = propagated7Days(instrument)

/**
 * Returns the parser of rows with these field names; a row without a possible magnitude and Bz is unusable.
 */
function field(bx: string, by: string, bz: string): Measurement<MagneticField> {
  return {
    parseRow({ at, row }) {
      const bt_nt = parseMagnitude(row['bt'])
      const bz_gsm_nt = parseComponent(row[bz])
      if (bt_nt === null || bz_gsm_nt === null) return null
      return {
        at,
        bt_nt,
        bx_gsm_nt: parseComponent(row[bx]),
        by_gsm_nt: parseComponent(row[by]),
        bz_gsm_nt,
        spacecraft: parseText(row['source']),
      }
    },
    toSeriesRow: ({ at, spacecraft, ...values }) => ({ at, values, instrument: spacecraft }),
    required: {
      bt: (value) => parseMagnitude(value) !== null,
      [bz]: (value) => parseComponent(value) !== null,
    },
  }
}

function parseMagnitude(value: unknown): number | null {
  return parseNumber(value, 0, 500)
}

function parseComponent(value: unknown): number | null {
  return parseNumber(value, -500, 500)
}
