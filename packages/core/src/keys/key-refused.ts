/** What was asked of an account's keys cannot be done now; the message says why, for people. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}
