import type { RecentReading } from '#features/alerts/detectors/readings'
import { flareClassFlux } from '#features/space-weather/scales/noaa-scales'

/** Minimum flux of a reported flare, in W/m². */
export const M1 = flareClassFlux('M1')
/** A rise is over when the flux has fallen by a tenth from its highest. */
const TURN = 1.1

/** A rise of the X-ray flux, starting at the lowest flux. */
export interface Rise {
  /** The lowest flux before the rise; 0 while it is unknown. */
  readonly low: RecentReading
  /** The highest flux since then. */
  readonly highest: RecentReading
  /** Time of the first reading at M1 or above since then. */
  readonly aboveSince: number | null
}

/** The rise of a flux that was high when it was first observed. */
export const UNKNOWN_RISE: Rise = { low: [0, 0], highest: [0, 0], aboveSince: null }

/** Returns the rise that begins at a reading. */
export function riseFrom(low: RecentReading): Rise {
  return { low, highest: low, aboveSince: null }
}

/** Returns a rise with only its lowest flux, as after a gap. */
export function restarted({ low }: Rise): Rise {
  return { ...UNKNOWN_RISE, low }
}

/** Returns a rise with one more reading, even if the flux has turned down. */
export function extended({ low, highest, aboveSince }: Rise, reading: RecentReading): Rise {
  const [at, flux] = reading
  return {
    low,
    highest: flux > highest[1] ? reading : highest,
    aboveSince: aboveSince ?? (flux >= M1 ? at : null),
  }
}

/**
 * Returns a rise with one more reading; returns a new rise if the flux is lower than before, or has turned
 * down.
 */
export function followed(rise: Rise, reading: RecentReading): Rise {
  const [, flux] = reading
  const { low, highest } = rise
  const isKnown = low[1] > 0 || flux < M1
  const hasTurned = low[1] === 0 || flux < low[1] || flux < highest[1] / TURN
  return isKnown && hasTurned ? riseFrom(reading) : extended(rise, reading)
}
