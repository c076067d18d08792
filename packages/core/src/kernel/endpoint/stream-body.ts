import type { RawResponse } from '#kernel/endpoint/http-message'

/** A body whose chunks arrive over time, such as events. */
export type StreamBody = Extract<RawResponse['body'], AsyncIterable<unknown>>

/** Returns whether the chunks of a body arrive over time. */
export function isStreamBody(body: RawResponse['body']): body is StreamBody {
  return body !== null && Symbol.asyncIterator in body
}

/** Ends a body that is not read to its end. Does nothing if it is no stream. */
export function endStreamBody(body: RawResponse['body']): void {
  // A failure during the end of a stream concerns no reader.
  if (isStreamBody(body)) body.return?.().catch(() => {})
}

/** Passes a stream on and calls `onEnd` once with the bytes read, independent of how the stream ends. */
export function withByteCount(body: StreamBody, onEnd: (bytes: number) => void): StreamBody {
  let bytes = 0
  let isEnded = false
  const end = () => {
    if (isEnded) return
    isEnded = true
    onEnd(bytes)
  }
  return {
    isWhole: body.isWhole,
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const result = await body.next()
        if (result.done) end()
        else bytes += result.value.byteLength
        return result
      } catch (error) {
        end()
        throw error
      }
    },
    async return() {
      end()
      await body.return?.()
      return { done: true, value: undefined }
    },
  }
}
