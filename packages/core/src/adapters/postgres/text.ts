/** Returns a key as Postgres can store it, without NUL and halves of surrogate pairs. */
export function toText(key: string): string {
  return key.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
}
