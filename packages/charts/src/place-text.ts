/** A location in degrees, north and east positive. */
export interface PlaceInText {
  readonly latitude: number
  readonly longitude: number
}

const NUMBER = '([+-]?\\d{1,3}(?:\\.\\d+)?)'
const WITH_COMMA = '([+-]?\\d{1,3}(?:,\\d+)?)'
const SIDE = '(?: ?°)?(?: ?([nsew]))?'
/** Decimal points with any separator; otherwise decimal commas, which need another separator. */
const FORMS = [
  new RegExp(`^${NUMBER}${SIDE}(?: ?[,;] ?| )${NUMBER}${SIDE}$`, 'i'),
  new RegExp(`^${WITH_COMMA}${SIDE}(?: ?; ?|,? )${WITH_COMMA}${SIDE}$`, 'i'),
]

/**
 * Reads a location such as `52.52, 13.40`, `52,52 13,40` or `52.52° N, 13.40° E`; the range is not checked.
 * Returns `undefined` for any other text.
 */
export function placeIn(text: string): PlaceInText | undefined {
  const plain = text.trim().replaceAll(/\s+/g, ' ').replaceAll('−', '-')
  for (const form of FORMS) {
    const [, latitude, northOrSouth = 'n', longitude, eastOrWest = 'e'] = form.exec(plain) ?? []
    if (!latitude || !longitude || !/[ns]/i.test(northOrSouth) || !/[ew]/i.test(eastOrWest)) continue
    return { latitude: signed(latitude, northOrSouth), longitude: signed(longitude, eastOrWest) }
  }
  return undefined
}

function signed(degrees: string, side: string): number {
  return Number(degrees.replace(',', '.')) * (/[sw]/i.test(side) ? -1 : 1)
}
