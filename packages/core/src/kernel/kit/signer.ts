/** A response to sign; instants are epoch milliseconds. */
interface Signable {
  readonly body: Uint8Array
  /** Media type. */
  readonly type: string
  /** The path and the parameters of the response. */
  readonly location: string
  readonly fetchedAt: number
  readonly validUntil: number
}

/** Signs responses. */
export interface Signer {
  /** Returns the fields of a signed response: names and values in turn. Rejects if no key signs now. */
  sign(content: Signable): Promise<string[]>
  /** Returns the currently published public keys as JWKs. */
  published(): readonly object[]
}
