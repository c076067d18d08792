import { pause } from '#abort'
import { type LoggedAlert, toMessage } from '#alert'
import type { LogHead } from '#alerts/log-head'
import { type AlertReader, visibleAlerts } from '#alerts/visible-alerts'
import type { Context } from '#context'
import { hours, minutes, seconds } from '#time'

/** How often a stream looks for new alerts. */
const POLL_MS = seconds(1)
/** After how much silence a comment is sent, so that proxies and clients see that the stream is alive. */
const SILENCE_MS = seconds(15)
/** How often the key is checked. */
const KEY_CHECK_MS = minutes(1)
/** After how long a stream ends; the client continues with the next one. */
const MAX_AGE_MS = hours(1)
/** After how long without any activity a stream counts as abandoned. */
const ABANDONED_MS = seconds(30)
/** Alerts of one chunk at most; bounds what a slow reader makes a process keep. */
const BATCH = 50

/** What a stream sends, and to whom. */
export interface AlertStreamOptions {
  readonly context: Context
  readonly head: LogHead
  /** The `seq` after which it begins. */
  readonly after: number
  /** What is sent before the first alert. */
  readonly greeting: string
  readonly reader: AlertReader
  /** Called once a minute; the stream ends when it returns `false`. */
  readonly isAllowed: () => Promise<boolean>
  /** Called once, when the stream ends. */
  readonly onEnd: () => void
}

const encoder = new TextEncoder()

/**
 * Alerts as server-sent events, from the log and as they are logged. Nothing is read before the client wants
 * more, so a slow client costs no more memory than a fast one.
 */
export class AlertStream implements AsyncIterableIterator<Uint8Array> {
  readonly #options: AlertStreamOptions
  readonly #end = new AbortController()
  readonly #startedAt = performance.now()
  #after: number
  #greeting: string
  #sentAt = this.#startedAt
  #checkedAt = this.#startedAt
  /** When its reader wanted more, or it looked for more on behalf of the reader. */
  #activeAt = this.#startedAt

  constructor(options: AlertStreamOptions) {
    this.#options = options
    this.#after = options.after
    this.#greeting = options.greeting
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

  /** Ends the stream at once, also while `next` waits. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#end.signal.aborted) {
      this.#end.abort()
      this.#options.onEnd()
    }
    return { done: true, value: undefined }
  }

  /**
   * Whether nothing has happened for half a minute: its reader wants nothing more, or its host has ended the
   * request without cancelling the body.
   */
  get isAbandoned(): boolean {
    return performance.now() - this.#activeAt > ABANDONED_MS
  }

  /** Returns what is to be sent next, `''` at the end. */
  async #nextText(): Promise<string> {
    const { signal } = this.#end
    const greeting = this.#greeting
    this.#greeting = ''
    if (greeting !== '' && !signal.aborted) return greeting
    while (!signal.aborted) {
      this.#activeAt = performance.now()
      if (await this.#isOver()) return ''
      const alerts = await this.#readAlerts()
      if (signal.aborted) return ''
      if (alerts.length > 0) return alerts.map(eventOf).join('')
      if (performance.now() - this.#sentAt >= SILENCE_MS) return ':\n\n'
      await pause(POLL_MS, signal)
    }
    return ''
  }

  async #isOver(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#startedAt >= MAX_AGE_MS) return true
    if (now - this.#checkedAt < KEY_CHECK_MS) return false
    this.#checkedAt = now
    return !(await this.#options.isAllowed())
  }

  /** Returns the next alerts that the client may read and wants; none if there are none yet. */
  async #readAlerts(): Promise<readonly LoggedAlert[]> {
    const { context, head, reader } = this.#options
    const last = await head.seq()
    while (this.#after < last && !this.#end.signal.aborted) {
      const until = Math.min(last, this.#after + BATCH)
      const alerts = await context.alertLog.readSlots(this.#after + 1, until)
      const visible = await visibleAlerts(alerts, reader, context)
      this.#after = until
      if (visible.length > 0) return visible
    }
    return []
  }
}

/** Formats an alert as an event; JSON has no line breaks. */
function eventOf(alert: LoggedAlert): string {
  return `id: ${alert.seq}\nevent: ${alert.type}\ndata: ${JSON.stringify(toMessage(alert))}\n\n`
}
