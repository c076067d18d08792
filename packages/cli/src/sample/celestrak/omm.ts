/** The 17 fields of CelesTrak's OMM, in its order; the constant ones are left out there too. */
export interface Elements {
  readonly OBJECT_NAME: string
  readonly OBJECT_ID: string
  /** UTC with microseconds and no zone. */
  readonly EPOCH: string
  /** Revolutions a day. */
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

/** An object of the catalogue before its epoch is known. */
export interface Draft {
  readonly elements: Omit<Elements, 'EPOCH'>
  readonly groups: readonly string[]
}

/** One line of JSON that ends in CRLF. */
export function jsonOf(elements: readonly Elements[]): string {
  return `${JSON.stringify(elements)}\r\n`
}

/** Lines that end in CRLF, with numbers as CelesTrak writes them: `.0007216`, `76.3300`, `.40393571E-3`. */
export function csvOf(elements: readonly Elements[]): string {
  const header = Object.keys(elements[0] ?? {})
  const lines = elements.map((set) =>
    Object.entries(set).map(([key, value]) => (writers[key] ?? String)(value)),
  )
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

const angle = (value: number) => value.toFixed(4)

const writers: Readonly<Record<string, (value: number) => string>> = {
  MEAN_MOTION: (value) => value.toFixed(8),
  ECCENTRICITY: (value) => (value === 0 ? '0' : String(Number(value.toFixed(8))).replace(/^0/, '')),
  INCLINATION: angle,
  RA_OF_ASC_NODE: angle,
  ARG_OF_PERICENTER: angle,
  MEAN_ANOMALY: angle,
  BSTAR: exponential,
  MEAN_MOTION_DOT: exponential,
  MEAN_MOTION_DDOT: exponential,
}

/** A mantissa from .1 to 1 with no leading zero, and an exponent of ten unless that is 0. */
function exponential(value: number): string {
  if (value === 0) return '0'
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string]
  const digits = mantissa.replace(/[-.]/g, '')
  const power = Number(exponent) + 1
  return `${value < 0 ? '-' : ''}.${digits}${power === 0 ? '' : `E${power}`}`
}
