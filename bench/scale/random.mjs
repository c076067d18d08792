/** Returns a generator of numbers from 0 to below 1 that repeats itself with its seed (xorshift). */
export function random(seed) {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
