/** A server-sent event; `data` is sent as JSON, which has no line breaks. */
export interface StreamEvent {
  /** The position of the client after it has received this event. */
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
 * Formats the beginning of a stream: the delay before reconnecting, and the position, so that a client that
 * is disconnected before its first event can continue. Then a `stream.gap` follows for each gap.
 */
export function formatOpening(id: string | undefined, gaps: readonly object[]): string {
  const opening = `retry: ${RETRY_MS}\n${id === undefined ? '\n' : formatEvent({ id })}`
  return opening + gaps.map((data) => formatEvent({ event: 'stream.gap', data })).join('')
}
