import { unpackObjects } from '#packed-objects'
import { statesAt, toSatrecs } from '#states'

/**
 * Request of the page: the packed objects, once; then times in epoch milliseconds, each for the states at it.
 */
export type PositionsRequest = { readonly packed: ArrayBuffer } | { readonly time: number }

/** Response of the worker for a time. `tookMs` is its duration. */
export interface PositionsReply {
  readonly time: number
  readonly states: Float32Array
  readonly tookMs: number
}

let propagate: (time: number) => Float32Array = () => new Float32Array()

addEventListener('message', ({ data }: MessageEvent<PositionsRequest>) => {
  if ('packed' in data) {
    const objects = unpackObjects(data.packed)
    const satrecs = toSatrecs(objects)
    propagate = (time) => statesAt(satrecs, objects.epochs, time)
    return
  }
  const start = performance.now()
  const states = propagate(data.time)
  const reply: PositionsReply = { time: data.time, states, tookMs: performance.now() - start }
  postMessage(reply, { transfer: [states.buffer] })
})
