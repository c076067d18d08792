/** Base class of every error that this package throws deliberately. */
export abstract class SpaceDataError extends Error {
  /** A stable name for programs, such as `job_locked`. */
  abstract readonly code: string
}

/** An option or argument has an invalid value; the message names it and states the expected value. */
export class InvalidOptionError extends SpaceDataError {
  override readonly name = 'InvalidOptionError'
  readonly code = 'invalid_option'
}

/** The keys of an account do not allow the operation now; the message states the reason. */
export class KeyConflictError extends SpaceDataError {
  override readonly name = 'KeyConflictError'
  readonly code = 'key_conflict'
}

/** The job is already running, here or in another process on the store. */
export class JobLockedError extends SpaceDataError {
  override readonly name = 'JobLockedError'
  readonly code = 'job_locked'
  /** Name of the instance that runs the job. */
  readonly instanceName: string
  /** Time at which it started, ISO 8601 UTC. */
  readonly since: string

  constructor({ instanceName, since }: { readonly instanceName: string; readonly since: string }) {
    super(`the job has been running on ${instanceName} since ${since}`)
    this.instanceName = instanceName
    this.since = since
  }
}

/** The job stalled for so long that another process may have taken over; it has published nothing. */
export class LeaseLostError extends SpaceDataError {
  override readonly name = 'LeaseLostError'
  readonly code = 'lease_lost'
  override readonly message =
    'the job lost its lease because it stalled; another instance may have taken over'
}

/** The job cannot run as requested; the message states the reason. Nothing was changed. */
export class JobRejectedError extends SpaceDataError {
  override readonly name = 'JobRejectedError'
  readonly code = 'job_rejected'
}

/**
 * A webhook cannot be created or changed as requested; the message states the reason. Nothing was changed.
 */
export class WebhookRejectedError extends SpaceDataError {
  override readonly name = 'WebhookRejectedError'
  readonly code = 'webhook_rejected'
  /**
   * `limit`: the account has reached its limit. `receiver`: the receiver is rejected, or does not respond
   * with 2xx. `disabled`: the webhook must be enabled first. `reused`: its idempotency key was used for
   * another webhook.
   */
  readonly reason: 'limit' | 'receiver' | 'disabled' | 'reused'

  constructor(reason: WebhookRejectedError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * No webhook may be sent to this receiver, as its URL or its address is not allowed; the message states the
 * reason.
 */
export class ReceiverRefusedError extends SpaceDataError {
  override readonly name = 'ReceiverRefusedError'
  readonly code = 'receiver_refused'
}

/** A receiver of webhooks did not respond completely in time; the message states the details. */
export class ReceiverUnreachableError extends SpaceDataError {
  override readonly name = 'ReceiverUnreachableError'
  readonly code = 'receiver_unreachable'
}

/** The import file is incomplete or invalid; the message names the line. Nothing was written. */
export class ImportRejectedError extends SpaceDataError {
  override readonly name = 'ImportRejectedError'
  readonly code = 'import_rejected'
}

/** An import stopped during writing; `cause` is the reason. It can be repeated. */
export class ImportInterruptedError extends SpaceDataError {
  override readonly name = 'ImportInterruptedError'
  readonly code = 'import_interrupted'
  /** Number of records written, of `total` in the export. */
  readonly written: number
  readonly total: number

  constructor({ written, total }: { readonly written: number; readonly total: number }, cause: unknown) {
    super(`the import stopped after ${written} of ${total} records; it can be repeated`, { cause })
    this.written = written
    this.total = total
  }
}

/** Returns the error for a name that does not exist, with the name that was probably meant. */
export function unknownName(what: string, name: string, known: readonly string[]): InvalidOptionError {
  const start = name.slice(0, 4).toLowerCase()
  const close = known.find((each) => each.toLowerCase().startsWith(start))
  const hint = close ? `Did you mean ${close}?` : `Use ${known.join(', ')}.`
  return new InvalidOptionError(`there is no ${what} ${JSON.stringify(name)}. ${hint}`)
}
