/** The palette, from dark to light, among the 256 colours of a terminal, whose nearest ones would go to and fro. */
const INDICES = [17, 54, 90, 126, 161, 167, 203, 209, 215, 222, 229]

/** A place from 0 to 1 as one of 256 colours. */
export function indexAt(place: number): number {
  return INDICES[Math.min(INDICES.length - 1, Math.max(0, Math.floor(place * INDICES.length)))] ?? 0
}
