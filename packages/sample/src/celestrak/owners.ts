import { random } from '#storm'

/** Owners of families of objects, by the start of their names. */
const BY_NAME: readonly (readonly [prefix: string, owner: string])[] = [
  ['STARLINK', 'US'],
  ['ONEWEB', 'UK'],
  ['KUIPER', 'US'],
  ['QIANFAN', 'PRC'],
  ['HULIANWANG', 'PRC'],
  ['IRIDIUM', 'US'],
  ['GLOBALSTAR', 'GLOB'],
  ['ORBCOMM', 'ORB'],
  ['FLOCK', 'US'],
  ['LEMUR', 'US'],
  ['COSMOS', 'CIS'],
  ['NAVSTAR', 'US'],
  ['GLONASS', 'CIS'],
  ['GALILEO', 'ESA'],
  ['BEIDOU', 'PRC'],
  ['MOLNIYA', 'CIS'],
  ['FENGYUN', 'PRC'],
  ['NOAA', 'US'],
  ['GOES', 'US'],
  ['DMSP', 'US'],
  ['CZ-', 'PRC'],
  ['SL-', 'CIS'],
  ['DELTA', 'US'],
  ['THOR', 'US'],
  ['ARIANE', 'FR'],
]

/** Owners of the other objects with their cumulated shares, which are close to the real ones. */
const SHARES = {
  payload: [
    [0.45, 'US'],
    [0.65, 'PRC'],
    [0.8, 'CIS'],
    [0.84, 'UK'],
    [0.88, 'JPN'],
    [0.91, 'IND'],
    [0.94, 'ESA'],
    [0.97, 'GER'],
    [0.99, 'CA'],
    [1, 'TBD'],
  ],
  debris: [
    [0.36, 'CIS'],
    [0.68, 'US'],
    [0.95, 'PRC'],
    [0.98, 'FR'],
    [1, 'IND'],
  ],
} as const

/** Returns the owner of an object of the sample, as its code in SATCAT. */
export function sampleOwner(name: string, noradId: number, isPayload: boolean): string {
  const known = BY_NAME.find(([prefix]) => name.startsWith(prefix))
  if (known) return known[1]
  const share = random(noradId, 400)
  return SHARES[isPayload ? 'payload' : 'debris'].find(([upTo]) => share < upTo)?.[1] ?? 'TBD'
}
