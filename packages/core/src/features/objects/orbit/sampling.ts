/** Seconds between two knots. */
export const KNOT_SECONDS = 600
/** Number of knots in 24 hours, both ends included. */
export const KNOT_COUNT = 145
/** Numbers per knot: position in km, velocity in km/s and acceleration in km/s², each x, y, z in TEME. */
export const KNOT_WIDTH = 9

/** Samples per interval between two knots, the first knot included. */
export const SAMPLES_PER_INTERVAL = 30
/** Samples per object: one every 20 s for 24 hours. */
export const SAMPLES_PER_OBJECT = SAMPLES_PER_INTERVAL * (KNOT_COUNT - 1)
