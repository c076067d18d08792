import { AlertStream, type AlertStreamOptions } from '#alerts/alert-stream'
import { LogHead } from '#alerts/log-head'
import type { Context } from '#context'
import { Problem } from '#problem'

/** Open streams of an account, or of a network where no key is needed. */
const MAX_PER_OWNER = 10
/** Open streams of a process. */
const MAX_PER_PROCESS = 1_000
const RETRY_SECONDS = 60

type Options = Omit<AlertStreamOptions, 'context' | 'head' | 'onEnd'>

/** The open streams of an instance. */
export class AlertStreams {
  readonly #context: Context
  readonly #head: LogHead
  readonly #owners = new Map<AlertStream, string>()

  constructor(context: Context) {
    this.#context = context
    this.#head = new LogHead(context)
  }

  /**
   * Opens a stream.
   * @throws Problem `rate_limited` if its owner, or this process, has too many.
   */
  open(owner: string, options: Options): AlertStream {
    this.#assertFree(owner)
    const onEnd = () => this.#owners.delete(stream)
    const stream = new AlertStream({ ...options, context: this.#context, head: this.#head, onEnd })
    this.#owners.set(stream, owner)
    return stream
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#owners.keys()) void stream.return()
  }

  #assertFree(owner: string): void {
    for (const stream of this.#owners.keys()) if (stream.isAbandoned) void stream.return()
    if (this.#owners.size >= MAX_PER_PROCESS) {
      throw tooMany(`This instance has ${MAX_PER_PROCESS} open streams, as many as it serves.`)
    }
    const own = [...this.#owners.values()].filter((each) => each === owner).length
    if (own >= MAX_PER_OWNER) {
      throw tooMany(`There are ${MAX_PER_OWNER} open streams already, as many as an account may have.`)
    }
  }
}

function tooMany(message: string): Problem {
  return new Problem('rate_limited', {
    message: `${message} Close one, or retry in ${RETRY_SECONDS} s.`,
    retryAfterSeconds: RETRY_SECONDS,
  })
}

const streams = new WeakMap<Context, AlertStreams>()

/** Returns the streams of an instance. */
export function alertStreamsOf(context: Context): AlertStreams {
  const known = streams.get(context) ?? new AlertStreams(context)
  streams.set(context, known)
  return known
}
