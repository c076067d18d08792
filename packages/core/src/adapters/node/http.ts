/** The parts of `http.IncomingMessage` that are used here; the types of Node stay out of core. */
export interface IncomingMessage {
  readonly httpVersionMajor: number
  readonly httpVersionMinor: number
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
  /** Whether the whole message has arrived. */
  readonly complete: boolean
  readonly socket: Socket
  /** Iterates over the body without destroying the connection when the loop ends early. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
  /** Reads and discards the rest of the body. */
  resume(): unknown
}

/** The parts of `http.ServerResponse` that are used here. */
export interface ServerResponse {
  /** Sends the status line and the headers, as names and values in turn. */
  writeHead(status: number, headers: string[]): unknown
  /** Sends a part of the body; returns false once the buffer is full. */
  write(chunk: Uint8Array): boolean
  /** Sends the last part of the body, if any, and ends the response. */
  end(chunk?: Uint8Array): unknown
  /** Sends a text as the last part of the body. */
  end(text: string, encoding: 'latin1'): unknown
  /** Destroys the connection when nothing moves on it for `ms`. */
  setTimeout(ms: number): unknown
  /** Calls the listener at the next such event. */
  once(event: 'drain' | 'close' | 'finish', listener: () => void): unknown
  /** Destroys the connection. */
  destroy(): unknown
  readonly req: IncomingMessage
  readonly destroyed: boolean
  /** Set to false, it makes this response the last of its connection. */
  shouldKeepAlive: boolean
  /** Set to true, it sends `Connection: close` and leaves closing to the client. Not documented by Node. */
  maxRequestsOnConnectionReached?: boolean
  readonly headersSent: boolean
  /** Bytes that the system has not accepted yet. */
  readonly writableLength: number
  readonly writableFinished: boolean
}

/** The parts of `net.Socket` that are used here. */
export interface Socket {
  readonly remoteAddress?: string | undefined
  readonly writable: boolean
  /** Node's HTTP parser, while the socket reads requests; absent on Bun. */
  readonly parser?: { onIncoming: unknown } | null | undefined
  /** Sends the last bytes and closes this side of the connection. */
  end(bytes: Uint8Array): unknown
  /** Stops reading. */
  pause(): unknown
  /** Reads on. */
  resume(): unknown
  /** Closes the connection at once. */
  destroy(): unknown
  /** Adds a listener. */
  on(event: 'error' | 'resume', listener: () => void): unknown
  /** Removes a listener. */
  off(event: 'resume', listener: () => void): unknown
  /** Adds a listener for one event. */
  once(event: 'close', listener: () => void): unknown
}
