import { anglesAt } from '#celestrak/advance'

/** The 17 fields of CelesTrak's OMM in its order; CelesTrak also omits the constant ones. */
export interface Elements {
  readonly OBJECT_NAME: string
  readonly OBJECT_ID: string
  /** UTC with microseconds, without a zone. */
  readonly EPOCH: string
  /** Revolutions per day. */
  readonly MEAN_MOTION: number
  readonly ECCENTRICITY: number
  readonly INCLINATION: number
  readonly RA_OF_ASC_NODE: number
  readonly ARG_OF_PERICENTER: number
  readonly MEAN_ANOMALY: number
  readonly EPHEMERIS_TYPE: 0
  readonly CLASSIFICATION_TYPE: 'U'
  readonly NORAD_CAT_ID: number
  readonly ELEMENT_SET_NO: 999
  readonly REV_AT_EPOCH: number
  readonly BSTAR: number
  readonly MEAN_MOTION_DOT: number
  readonly MEAN_MOTION_DDOT: number
}

/** An object without its epoch; its angles refer to a fixed instant. */
export interface Draft {
  readonly elements: Omit<Elements, 'EPOCH'>
  readonly groups: readonly string[]
}

/**
 * Returns the elements of an epoch, in CelesTrak's order.
 * @param at epoch milliseconds
 * @param microseconds of the epoch, beyond its milliseconds
 */
export function withEpoch(draft: Draft['elements'], at: number, microseconds = 0): Elements {
  const { OBJECT_NAME, OBJECT_ID, ...rest } = draft
  const EPOCH = new Date(at).toISOString().replace('Z', String(microseconds).padStart(3, '0'))
  return { OBJECT_NAME, OBJECT_ID, EPOCH, ...rest, ...anglesAt(draft, at) }
}

/** Formats elements as one line of JSON, ended by CRLF. */
export function formatOmmJson(elements: readonly Elements[]): string {
  return `${JSON.stringify(elements)}\r\n`
}

/**
 * Formats elements as CSV with CRLF and numbers in CelesTrak's style: `.0007216`, `76.3300`, `.40393571E-3`.
 */
export function formatOmmCsv(elements: readonly Elements[]): string {
  const header = Object.keys(elements[0] ?? {})
  const lines = elements.map((set) =>
    Object.entries(set).map(([key, value]) => (formatters[key] ?? String)(value)),
  )
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

const formatAngle = (value: number) => value.toFixed(4)

const formatters: Readonly<Record<string, (value: number) => string>> = {
  MEAN_MOTION: (value) => value.toFixed(8),
  ECCENTRICITY: (value) => (value === 0 ? '0' : String(Number(value.toFixed(8))).replace(/^0/, '')),
  INCLINATION: formatAngle,
  RA_OF_ASC_NODE: formatAngle,
  ARG_OF_PERICENTER: formatAngle,
  MEAN_ANOMALY: formatAngle,
  BSTAR: formatExponential,
  MEAN_MOTION_DOT: formatExponential,
  MEAN_MOTION_DDOT: formatExponential,
}

/** Formats a number with a mantissa from .1 to 1 and, unless it is 0, an exponent. */
function formatExponential(value: number): string {
  if (value === 0) return '0'
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string]
  const digits = mantissa.replace(/[-.]/g, '')
  const power = Number(exponent) + 1
  return `${value < 0 ? '-' : ''}.${digits}${power === 0 ? '' : `E${power}`}`
}
