/** Launch Library's terms and their ids, from captures or its documentation. */
export const statuses = {
  Go: [1, 'Go for Launch', 'Current T-0 confirmed by official or reliable sources.'],
  TBD: [
    2,
    'To Be Determined',
    'Current date is a placeholder or rough estimation based on unreliable or interpreted sources.',
  ],
  Success: [
    3,
    'Launch Successful',
    'The launch vehicle successfully inserted its payload(s) into the target orbit(s).',
  ],
  Failure: [
    4,
    'Launch Failure',
    'Either the launch vehicle did not reach orbit, or the payload(s) failed to separate.',
  ],
  Hold: [5, 'On Hold', 'The countdown is on hold.'],
  'In Flight': [6, 'Launch in Flight', 'The launch vehicle has lifted off from the launchpad.'],
  TBC: [8, 'To Be Confirmed', 'Awaiting official confirmation - current date is known with some certainty.'],
} as const satisfies Record<string, readonly [id: number, name: string, description: string]>
export type Status = keyof typeof statuses

export const orbits = {
  GTO: [2, 'Geostationary Transfer Orbit', 'Earth'],
  LEO: [8, 'Low Earth Orbit', 'Earth'],
  LO: [9, 'Lunar Orbit', 'Moon'],
  SSO: [17, 'Sun-Synchronous Orbit', 'Earth'],
  'N/A': [25, 'Unknown', 'Earth'],
} as const satisfies Record<string, readonly [id: number, name: string, body: string]>
export type OrbitName = keyof typeof orbits

export const providers = {
  ROSCOSMOS: [63, 'Russian Federal Space Agency (ROSCOSMOS)', 'Government'],
  ISRO: [31, 'Indian Space Research Organization', 'Government'],
  CASC: [88, 'China Aerospace Science and Technology Corporation', 'Government'],
  MHI: [98, 'Mitsubishi Heavy Industries', 'Commercial'],
  Arianespace: [115, 'Arianespace', 'Commercial'],
  SpaceX: [121, 'SpaceX', 'Commercial'],
  ULA: [124, 'United Launch Alliance', 'Commercial'],
  'Rocket Lab': [147, 'Rocket Lab', 'Commercial'],
} as const satisfies Record<string, readonly [id: number, name: string, type: string]>
export type ProviderName = keyof typeof providers

/** Precision of `net`; quarters and half years get their number from `net`. */
export type Precision = 'SEC' | 'MIN' | 'HR' | 'DAY' | 'M' | 'Q' | 'H' | 'Y'

/** Returns Launch Library's `net_precision`. */
export function precisionRecord(precision: Precision, net: number): object {
  const month = new Date(net).getUTCMonth()
  const [quarter, half] = [Math.floor(month / 3), Math.floor(month / 6)]
  const nth = ['first', 'second', 'third', 'fourth']
  const [id, name, abbrev, description] = {
    SEC: [0, 'Second', 'SEC', 'The T-0 is accurate to the second.'],
    MIN: [1, 'Minute', 'MIN', 'The T-0 is accurate to the minute.'],
    HR: [2, 'Hour', 'HR', 'The T-0 is accurate to the hour.'],
    DAY: [5, 'Day', 'DAY', 'The T-0 is expected on the given day.'],
    M: [7, 'Month', 'M', 'The T-0 is expected in the given month.'],
    Q: [
      8 + quarter,
      `Quarter ${quarter + 1}`,
      `Q${quarter + 1}`,
      `The T-0 is expected in the ${nth[quarter]} quarter of the given year.`,
    ],
    H: [
      12 + half,
      `Year Half ${half + 1}`,
      `H${half + 1}`,
      `The T-0 is expected in the ${nth[half]} half of the given year.`,
    ],
    Y: [14, 'Year', 'Y', 'The T-0 is expected in the given year.'],
  }[precision]
  return { id, name, abbrev, description }
}
