/** The account cannot have this now; the message says why, for people. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}
