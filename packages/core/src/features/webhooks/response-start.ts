/** Maximum number of response bytes that are read. */
const MAX_BYTES = 4_096

/** The beginning of a body. */
interface ResponseStart {
  /** At most the first 4,096 bytes as text, without a truncated character. */
  readonly text: string
  /** Whether there may be more. */
  readonly isTruncated: boolean
}

/** Reads the beginning of a body and cancels the rest. */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<ResponseStart> {
  const decoder = new TextDecoder()
  let text = ''
  let left = MAX_BYTES
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.byteLength
    if (left <= 0) break
  }
  return { text, isTruncated: left <= 0 }
}
