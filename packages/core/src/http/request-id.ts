/** 64 letters, so that each is as likely as any other: the ones that a request id may have. */
const LETTERS = new TextEncoder().encode('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-')
/** 144 random bits. */
const ID_CHARS = 24
const IDS_AT_ONCE = 64

const decoder = new TextDecoder()
let ids = ''
let next = 0

/**
 * A new id for a request. Many are cut from one text: V8 puts a UUID together from twenty pieces, and to join those when they
 * are written takes longer than to choose all of a page's other headers.
 */
export function newRequestId(): string {
  if (next >= ids.length) {
    const bytes = crypto.getRandomValues(new Uint8Array(ID_CHARS * IDS_AT_ONCE))
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = LETTERS[(bytes[i] as number) & 63] as number
    ids = decoder.decode(bytes)
    next = 0
  }
  next += ID_CHARS
  return ids.slice(next - ID_CHARS, next)
}
