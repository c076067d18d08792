/** Returns a key as Postgres can store it: its text has neither NUL nor halves of surrogate pairs. */
export function toText(key: string): string {
  return key.replaceAll(UNSTORABLE, '\ufffd')
}

const UNSTORABLE = /\p{Surrogate}|\x00/gu
