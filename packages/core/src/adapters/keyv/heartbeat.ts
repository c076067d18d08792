import type Keyv from 'keyv'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { seconds } from '#kernel/kit/time'

const KEY = 'process'
const BEAT_MS = seconds(1)
/** How long after a beat its process may use the records. */
const VALID_MS = seconds(3)
/** How long another process watches a heartbeat before it takes over. Longer than `VALID_MS`. */
const WATCH_MS = seconds(4)

interface Beat {
  /** Random id of the process. */
  readonly id: string
  readonly beats: number
}

/**
 * Record that the process using the records renews once a second. It shows a second process that the first
 * one is running. It shows a process that stalled that another one has taken over. No clocks are compared.
 */
export class Heartbeat {
  readonly #records: Keyv
  readonly #id: string = crypto.randomUUID()
  #beats = 0
  /** When the last beat started, by `performance.now()`. */
  #beatAt = Number.NEGATIVE_INFINITY
  #failure: Error | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  /**
   * Starts the heartbeat of this process. If the previous process was killed, this takes four seconds.
   *
   * @throws Error with the code `KEYV_IN_USE` if another process uses the records.
   */
  static async start(records: Keyv): Promise<Heartbeat> {
    const found = await records.get<Beat>(KEY)
    if (found && (await isAlive(found, records))) throw inUse()
    const heartbeat = new Heartbeat(records)
    await records.set(KEY, heartbeat.#next())
    // Detects another process that has started at the same time.
    await heartbeat.#beat()
    heartbeat.#run()
    return heartbeat
  }

  private constructor(records: Keyv) {
    this.#records = records
  }

  /**
   * Checks that this process may use the records. Does not query the store while the last beat is valid.
   *
   * @throws Error with the code `KEYV_IN_USE` after another process has taken over.
   */
  check(): MaybePromise<void> {
    if (this.#failure) throw this.#failure
    if (performance.now() - this.#beatAt > VALID_MS) return this.#beat()
  }

  /** Ends the heartbeat, so that the next process does not have to wait. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    if (!this.#failure) await this.#records.delete(KEY)
  }

  #run(): void {
    this.#timer = setInterval(() => {
      this.#beat().catch(() => {})
    }, BEAT_MS)
    ;(this.#timer as { unref?(): void }).unref?.()
  }

  /** Writes a beat, unless another process has written one. */
  async #beat(): Promise<void> {
    const startedAt = performance.now()
    const found = await this.#records.get<Beat>(KEY)
    if (found && found.id !== this.#id) {
      clearInterval(this.#timer)
      this.#failure = inUse()
      throw this.#failure
    }
    await this.#records.set(KEY, this.#next())
    this.#beatAt = startedAt
  }

  #next(): Beat {
    this.#beats += 1
    return { id: this.#id, beats: this.#beats }
  }
}

/** Watches a heartbeat until it beats, ends, or is overdue. */
async function isAlive(found: Beat, records: Keyv): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < WATCH_MS; waitedMs += BEAT_MS / 2) {
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS / 2))
    const now = await records.get<Beat>(KEY)
    if (now?.id !== found.id || now.beats !== found.beats) return now !== undefined
  }
  return false
}

function inUse(): Error {
  return Object.assign(new Error(IN_USE), { code: 'KEYV_IN_USE' })
}

const IN_USE =
  'The records of this keyv adapter are used by another process, or by an instance in this process that ' +
  'was not closed. keyv cannot count for both: run one process, or use sqlite() for several processes on ' +
  'one machine, redis() or postgres() for several machines.'
