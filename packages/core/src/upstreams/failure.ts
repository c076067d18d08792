/** Why an upstream gave nothing: it could not be reached, what it sent is unusable, or it says there is no such thing. */
export class Failure extends Error {
  readonly kind: 'unavailable' | 'invalid' | 'absent'

  constructor(kind: Failure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Failure'
    this.kind = kind
  }
}
