import type { Context } from '#kernel/endpoint/endpoint'
import { pause } from '#kernel/kit/abort'
import { hours, minutes, seconds } from '#kernel/kit/time'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Interval at which a stream checks for new events. */
const POLL_MS = seconds(1)
/**
 * Time without events after which a comment is sent, so that proxies and clients see that the stream is
 * alive.
 */
const SILENCE_MS = seconds(15)
/** Interval at which the key is checked. */
const KEY_CHECK_MS = minutes(1)
/** Maximum duration of a stream. The client continues with a new one. */
export const MAX_AGE_MS = hours(1)
/** Time without activity after which a stream counts as abandoned. */
const ABANDONED_MS = seconds(30)

/**
 * Returns the next formatted events, at most about fifty, or `''` while there are none. `signal` aborts when
 * the stream ends. A failure of the store counts as no events; any other failure ends the stream.
 */
export type ReadEvents = (signal: AbortSignal) => Promise<string>

/** Content and recipient of a stream. */
export interface EventStreamOptions {
  readonly context: Pick<Context, 'onError'>
  /** Text sent before the first event. */
  readonly opening: string
  readonly read: ReadEvents
  /** Function called once a minute. The stream ends when it returns `false`. */
  readonly isAllowed: () => Promise<boolean>
  /** Its slot among all open responses, renewed while the stream is open. */
  readonly place: { renew(): Promise<void>; release(): void }
}

const encoder = new TextEncoder()

/**
 * A stream of server-sent events. Nothing is read until the client requests more, so a slow client uses no
 * more memory than a fast one.
 */
export class EventStream implements AsyncIterableIterator<Uint8Array> {
  readonly #options: EventStreamOptions
  readonly #end = new AbortController()
  readonly #startedAt = performance.now()
  #opening: string
  #sentAt = this.#startedAt
  #checkedAt = this.#startedAt
  /** Time at which the reader last requested more, or the stream last checked for events on its behalf. */
  #activeAt = this.#startedAt

  constructor(options: EventStreamOptions) {
    this.#options = options
    this.#opening = options.opening
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const text = await this.#nextText().catch((error) => {
      this.#options.context.onError(error)
      return ''
    })
    this.#sentAt = performance.now()
    if (text !== '') return { done: false, value: encoder.encode(text) }
    return this.return()
  }

  /** Ends the stream immediately, even while `next` waits. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#end.signal.aborted) {
      this.#end.abort()
      this.#options.place.release()
    }
    return { done: true, value: undefined }
  }

  /**
   * Whether there was no activity for half a minute: the reader has stopped reading, or the host has ended
   * the request without cancelling the body.
   */
  get isAbandoned(): boolean {
    return performance.now() - this.#activeAt > ABANDONED_MS
  }

  /** Returns the next text to send, or `''` at the end. */
  async #nextText(): Promise<string> {
    const { signal } = this.#end
    const opening = this.#opening
    this.#opening = ''
    if (opening !== '' && !signal.aborted) return opening
    while (!signal.aborted) {
      this.#activeAt = performance.now()
      if (await this.#isOver()) return ''
      const events = await this.#readEvents()
      if (signal.aborted) return ''
      if (events !== '') return events
      if (performance.now() - this.#sentAt >= SILENCE_MS) return ':\n\n'
      await pause(POLL_MS, signal)
    }
    return ''
  }

  async #isOver(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#startedAt >= MAX_AGE_MS) return true
    await this.#options.place.renew()
    if (now - this.#checkedAt < KEY_CHECK_MS) return false
    this.#checkedAt = now
    return !(await this.#options.isAllowed())
  }

  async #readEvents(): Promise<string> {
    try {
      return await this.#options.read(this.#end.signal)
    } catch (error) {
      if (isStoreFailure(error)) return ''
      throw error
    }
  }
}
