import type { PositionsReply, PositionsRequest } from '#globe-positions'

/** The states of all objects at two times, one before and one after the time of the view. */
export interface Span {
  readonly before: Float32Array
  readonly after: Float32Array
  readonly share: number
  readonly seconds: number
}

/** The states that the worker has computed around the time of the view, at multiples of a step. */
export class StateFrames {
  /** Milliseconds that the worker took for the last states. */
  tookMs = 0
  readonly #worker: Worker
  readonly #frames = new Map<number, Float32Array>()
  readonly #asked = new Set<number>()

  constructor(workerUrl: string, packed: ArrayBuffer) {
    this.#worker = new Worker(workerUrl)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<PositionsReply>) => {
      this.tookMs = data.tookMs
      this.#asked.delete(data.time)
      this.#frames.set(data.time, data.states)
    })
    this.#send({ packed })
  }

  /** Returns the states around a time, or `undefined` while the worker computes them. */
  around(time: number, stepMs: number): Span | undefined {
    const start = Math.floor(time / stepMs) * stepMs
    for (const known of this.#frames.keys()) {
      if (known < start || known > start + 2 * stepMs) this.#frames.delete(known)
    }
    for (const each of [start, start + stepMs, start + 2 * stepMs]) this.#ask(each)
    const [before, after] = [this.#frames.get(start), this.#frames.get(start + stepMs)]
    return before && after && { before, after, share: (time - start) / stepMs, seconds: stepMs / 1_000 }
  }

  #ask(time: number): void {
    if (this.#frames.has(time) || this.#asked.has(time) || this.#asked.size > 3) return
    this.#asked.add(time)
    this.#send({ time })
  }

  #send(request: PositionsRequest): void {
    this.#worker.postMessage(request)
  }
}
