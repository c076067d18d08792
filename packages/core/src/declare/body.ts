import { joined } from '#bytes'
import type { Ask } from '#declare/ask'
import { Problem } from '#problem'

/** Reads a JSON body of at most `maxBytes`, counted while it streams; what it refuses is told by a code. */
export async function readJsonBody(ask: Ask, maxBytes: number): Promise<unknown> {
  const type = ask.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Problem('unsupported_media_type')
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of ask.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Problem('payload_too_large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(joined(chunks)))
  } catch (cause) {
    throw new Problem('invalid_body', { message: 'The body is not JSON in UTF-8.', cause })
  }
}
