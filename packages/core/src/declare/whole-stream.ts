import type { StreamBody } from '#declare/stream-body'
import { endOfTurn } from '#end-of-turn'

/**
 * Returns the chunks as a stream that is cut off, never ended, if it is stopped before its end: a reader can
 * not take a part of it for the whole. Reads the first chunk at once, so that what fails before it is a
 * response of its own.
 */
export async function wholeStream(chunks: AsyncGenerator<Uint8Array>): Promise<StreamBody> {
  const first = await chunks.next()
  let isFirst = true
  let isEnded = false
  let isStopped = false
  const stream: StreamBody = {
    [Symbol.asyncIterator]: () => stream,
    async next() {
      // A client that reads as fast as chunks are made must not keep all others waiting.
      await endOfTurn()
      if (isStopped && !isEnded) throw new Error('the stream was stopped before its end')
      const result = isFirst ? first : await chunks.next()
      isFirst = false
      if (isStopped && !result.done) throw new Error('the stream was stopped before its end')
      isEnded = result.done === true
      return result
    },
    async return() {
      isStopped = true
      await chunks.return(undefined)
      return { done: true, value: undefined }
    },
  }
  return stream
}
