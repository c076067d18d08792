/** Concatenates arrays of bytes. */
export function concatBytes(arrays: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(arrays.reduce((length, array) => length + array.byteLength, 0))
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.byteLength
  }
  return whole
}
