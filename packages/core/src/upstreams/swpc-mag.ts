import { hours, seconds } from '#time'
import { numberOf, type Row, textOf } from '#upstreams/checked'
import { type Measurement, newestIn, type TimedRow } from '#upstreams/swpc-rows'
import { newestActive, RTSW_MAX_BYTES } from '#upstreams/swpc-rtsw'
import { measured } from '#upstreams/upstream'

/** The interplanetary magnetic field at L1 at one instant, in epoch milliseconds; components in GSM. */
export interface MagneticField {
  readonly at: number
  readonly bt_nt: number
  readonly bx_gsm_nt: number | null
  readonly by_gsm_nt: number | null
  readonly bz_gsm_nt: number
  readonly spacecraft: string | null
}

const common = {
  provider: 'swpc',
  probe: undefined,
  newest: ({ at }: MagneticField) => at,
  cadenceMs: seconds(200),
  currentMs: hours(3),
  series: 'bz_gsm_nt',
} as const

const isMagnitude = (value: unknown) => numberOf(value, 0, 500) !== null
const isComponent = (value: unknown) => numberOf(value, -500, 500) !== null
const told = ({ bz_gsm_nt }: MagneticField) => bz_gsm_nt
const inObserved: Measurement<MagneticField> = {
  read: observed,
  told,
  required: { bt: isMagnitude, bz_gsm: isComponent },
}
const inPropagated: Measurement<MagneticField> = {
  read: propagated,
  told,
  required: { bt: isMagnitude, bz: isComponent },
}

/** Magnitude and Bz alone, in whole nT, without the spacecraft. */
export const magneticFieldSummary = measured<MagneticField>({
  ...common,
  id: 'swpc-mag-summary',
  label: 'interplanetary magnetic field (summary)',
  target: () => '/products/summary/solar-wind-mag-field.json',
  parse: (body, now, tell) => newestIn(body, now, inObserved, tell),
})

/** The last hour as propagated to Earth, stamped with the instant of the observation at L1, without the spacecraft. */
export const propagatedMagneticField = measured<MagneticField>({
  ...common,
  id: 'swpc-mag-propagated',
  label: 'propagated interplanetary magnetic field (1 hour)',
  target: () => '/products/geospace/propagated-solar-wind-1-hour.json',
  parse: (body, now, tell) => newestIn(body, now, inPropagated, tell),
  fallback: magneticFieldSummary,
})

/** The last day of every spacecraft at L1, of which the newest good row of the active one counts. */
export const interplanetaryMagneticField = measured<MagneticField>({
  ...common,
  id: 'swpc-mag-1m',
  label: 'real-time interplanetary magnetic field (1 minute)',
  target: () => '/json/rtsw/rtsw_mag_1m.json',
  parse: (body, now, tell) => newestActive(body, now, inObserved, tell),
  maxBytes: RTSW_MAX_BYTES,
  fallback: propagatedMagneticField,
})

function observed({ at, row }: TimedRow): MagneticField | null {
  return field(at, row, row['bx_gsm'], row['by_gsm'], row['bz_gsm'])
}

function propagated({ at, row }: TimedRow): MagneticField | null {
  return field(at, row, row['bx'], row['by'], row['bz'])
}

/** Without a possible magnitude and Bz the row is unusable. */
function field(at: number, row: Row, bx: unknown, by: unknown, bz: unknown): MagneticField | null {
  const bt_nt = numberOf(row['bt'], 0, 500)
  const bz_gsm_nt = numberOf(bz, -500, 500)
  if (bt_nt === null || bz_gsm_nt === null) return null
  return {
    at,
    bt_nt,
    bx_gsm_nt: numberOf(bx, -500, 500),
    by_gsm_nt: numberOf(by, -500, 500),
    bz_gsm_nt,
    spacecraft: textOf(row['source']),
  }
}
