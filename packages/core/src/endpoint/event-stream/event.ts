/** A server-sent event; `data` becomes JSON, which has no line breaks. */
export interface StreamEvent {
  /** The position of the client once it has received this. */
  readonly id?: string
  readonly event?: string
  readonly data?: object
}

/** Milliseconds after which a client reconnects. */
const RETRY_MS = 5_000

/** Formats an event. */
export function formatEvent({ id, event, data }: StreamEvent): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ]
  return `${lines.join('\n')}\n\n`
}

/**
 * Formats what a stream sends first: when to reconnect, and the position, so that a client that is cut off
 * before its first event can continue. A `stream.gap` follows for everything that is missing.
 */
export function formatOpening(id: string | undefined, gaps: readonly object[]): string {
  const opening = `retry: ${RETRY_MS}\n${id === undefined ? '\n' : formatEvent({ id })}`
  return opening + gaps.map((data) => formatEvent({ event: 'stream.gap', data })).join('')
}
