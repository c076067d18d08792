/** The palette in 256-color indices, dark to light. Picked by hand: the nearest indices are not monotonic. */
const INDICES = [17, 54, 90, 126, 161, 167, 203, 209, 215, 222, 229]

/** Returns the 256-color index for a position from 0 to 1. */
export function ansiColorAt(place: number): number {
  return INDICES[Math.min(INDICES.length - 1, Math.max(0, Math.floor(place * INDICES.length)))] ?? 0
}
