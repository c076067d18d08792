/** Reads a decoded body. If it is longer than `maxBytes`, stops reading and returns `undefined`. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    length += value.byteLength
    if (length > maxBytes) {
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}
