/** Opens a stream over the network; `received` is what it has sent so far. */
export async function openStream(url: string, key?: string) {
  const controller = new AbortController()
  const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key }
  const response = await fetch(url, { headers, signal: controller.signal })
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  read().catch(() => {})
  return { status: response.status, received: () => text, leave: () => controller.abort() }
}
