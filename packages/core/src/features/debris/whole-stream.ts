import type { OpenPlace } from '#kernel/endpoint/open-place'
import { READ_BASE_MS, READ_BYTES_PER_MS } from '#kernel/endpoint/read-time'
import type { StreamBody } from '#kernel/endpoint/stream-body'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { seconds } from '#kernel/kit/time'

/** Time without activity after which a list counts as abandoned. */
const ABANDONED_MS = seconds(30)

/**
 * Chunks that are useful only if complete. If the stream is stopped before its end, or read too slowly, it is
 * aborted instead of ended, so that a reader cannot mistake a part for the complete content.
 */
export class WholeStream implements StreamBody {
  readonly isWhole = true
  readonly #chunks: AsyncGenerator<Uint8Array>
  readonly #place: OpenPlace
  #first: IteratorResult<Uint8Array, undefined> | undefined
  #readBy = performance.now() + READ_BASE_MS
  #activeAt = performance.now()
  #isStopped = false
  #isEnded = false

  constructor(chunks: AsyncGenerator<Uint8Array>, place: OpenPlace) {
    this.#chunks = chunks
    this.#place = place
  }

  /** Reads the first chunk, so that an earlier failure becomes a proper error response. */
  async begin(): Promise<this> {
    this.#first = await this.#place.inTurn(() => this.#chunks.next())
    return this
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#activeAt = performance.now()
    try {
      return await this.#place.inTurn(async () => {
        // Clients that read as fast as chunks are created must not block other requests.
        await endOfTurn()
        return this.#next()
      })
    } catch (error) {
      await this.return()
      throw error
    } finally {
      this.#activeAt = performance.now()
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isStopped = true
    this.#place.release()
    await this.#chunks.return(undefined)
    return { done: true, value: undefined }
  }

  /** Whether its reader has stopped reading, or has exceeded the time limit. */
  get isAbandoned(): boolean {
    const now = performance.now()
    return now - this.#activeAt > ABANDONED_MS || now > this.#readBy
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isEnded) return { done: true, value: undefined }
    await this.#place.renew()
    this.#assertGoesOn()
    const result = this.#first ?? (await this.#chunks.next())
    this.#first = undefined
    if (result.done) {
      this.#isEnded = true
      this.#place.release()
    } else {
      this.#assertGoesOn()
      this.#readBy += result.value.byteLength / READ_BYTES_PER_MS
    }
    return result
  }

  #assertGoesOn(): void {
    if (this.#isStopped) throw new Error('the stream was stopped before its end')
    if (performance.now() > this.#readBy) throw new Error('the stream was read too slowly')
  }
}
