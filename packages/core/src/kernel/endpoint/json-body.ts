import type { RawRequest } from '#kernel/endpoint/http-message'
import { concatBytes } from '#kernel/kit/bytes'
import { Problem } from '#kernel/kit/problem'

/**
 * Reads a JSON body of at most `maxBytes`, counted while it streams.
 * @throws Problem `unsupported_media_type`, `payload_too_large` or `invalid_body`
 */
export async function readJsonBody(request: RawRequest, maxBytes: number): Promise<unknown> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Problem('unsupported_media_type')
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      const limit = `${maxBytes / 1_024} KiB`
      throw new Problem('payload_too_large', { message: `The request body is too large: at most ${limit}.` })
    }
    chunks.push(chunk)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(concatBytes(chunks)))
  } catch (cause) {
    throw new Problem('invalid_body', { message: 'Invalid request body: expected JSON in UTF-8.', cause })
  }
}
