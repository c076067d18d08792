// Time as a queue of events: a day passes as fast as its events are handled. Timers and `performance.now`
// are those of this clock while it runs.
import { setImmediate as turn } from 'node:timers/promises'

const REPLACED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']

export class VirtualTime {
  #now = 0
  #startAt
  #order = 0
  #events = []
  #originals = REPLACED.map((name) => [name, globalThis[name]])
  #performanceNow = performance.now

  /** @param startAt Epoch milliseconds. */
  constructor(startAt) {
    this.#startAt = startAt
    performance.now = () => this.#now
    globalThis.setTimeout = (run, ms = 0) => this.after(ms, run)
    globalThis.setInterval = (run, ms) => this.#every(ms, run)
    globalThis.clearTimeout = (timer) => timer?.cancel()
    globalThis.clearInterval = globalThis.clearTimeout
  }

  /** Epoch milliseconds. */
  get now() {
    return this.#startAt + this.#now
  }

  /** Milliseconds since the start. */
  get elapsed() {
    return this.#now
  }

  /** Calls `run` after some milliseconds. */
  after(ms, run) {
    const event = { at: this.#now + ms, order: this.#order++, run }
    push(this.#events, event)
    return timer(() => {
      event.run = undefined
    })
  }

  #every(ms, run) {
    let next
    const again = () => {
      next = this.after(ms, () => {
        again()
        run()
      })
    }
    again()
    return timer(() => next.cancel())
  }

  /** Handles all events of the next milliseconds. */
  async pass(ms) {
    const end = this.#now + ms
    while (this.#events[0]?.at <= end) {
      const { at, run } = pop(this.#events)
      if (!run) continue
      this.#now = at
      run()
      await turn()
    }
    this.#now = end
  }

  /** Gives the timers of the machine back. */
  stop() {
    for (const [name, original] of this.#originals) globalThis[name] = original
    performance.now = this.#performanceNow
  }
}

const timer = (cancel) => ({ cancel, unref: () => {}, ref: () => {} })

// A binary heap: the earliest event first, of equal instants the one that was added first.

const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.order < other.order)

function push(heap, event) {
  let i = heap.push(event) - 1
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (isBefore(heap[parent], event)) break
    heap[i] = heap[parent]
    i = parent
  }
  heap[i] = event
}

function pop(heap) {
  const [first] = heap
  const last = heap.pop()
  if (heap.length === 0) return first
  let i = 0
  for (;;) {
    let child = 2 * i + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1
    if (isBefore(last, heap[child])) break
    heap[i] = heap[child]
    i = child
  }
  heap[i] = last
  return first
}

/** Random numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
