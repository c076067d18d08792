import type { Context } from '#context'
import { EventStream, type EventStreamOptions } from '#event-stream/event-stream'
import { Problem } from '#problem'

/** Open streams of an account, or of a network where no key is needed. */
const MAX_PER_OWNER = 10
/** Open streams of a process. */
const MAX_PER_PROCESS = 1_000
const RETRY_SECONDS = 60

type Options = Omit<EventStreamOptions, 'context' | 'onEnd'>

/** The open streams of an instance, of all paths. */
export class EventStreams {
  readonly #context: Context
  readonly #owners = new Map<EventStream, string>()

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Opens a stream.
   * @throws Problem `rate_limited` if its owner, or this process, has too many.
   */
  open(owner: string, options: Options): EventStream {
    this.#assertFree(owner)
    const onEnd = () => this.#owners.delete(stream)
    const stream = new EventStream({ ...options, context: this.#context, onEnd })
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

const streams = new WeakMap<Context, EventStreams>()

/** Returns the streams of an instance. */
export function eventStreamsOf(context: Context): EventStreams {
  const known = streams.get(context) ?? new EventStreams(context)
  streams.set(context, known)
  return known
}
