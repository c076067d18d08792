/** Returns a key as Postgres can store it: its text has neither NUL nor halves of surrogate pairs. */
export function toText(key: string): string {
  return key.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
}
