/** What we use of `http.IncomingMessage`. */
export interface IncomingMessage {
  readonly httpVersionMajor: number
  readonly httpVersionMinor: number
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
  /** Whether the whole message has come. */
  readonly complete: boolean
  readonly socket: Socket
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
  resume(): unknown
}

/** What we use of `http.ServerResponse`. */
export interface ServerResponse {
  writeHead(status: number, headers: string[]): unknown
  write(chunk: Uint8Array): boolean
  end(chunk?: Uint8Array): unknown
  end(text: string, encoding: 'latin1'): unknown
  /** Destroys the connection when nothing moves on it for so long. */
  setTimeout(ms: number): unknown
  once(event: 'drain' | 'close' | 'finish', listener: () => void): unknown
  destroy(): unknown
  readonly req: IncomingMessage
  readonly destroyed: boolean
  /** Set to false, it makes this answer the last of its connection. */
  shouldKeepAlive: boolean
  /** Whether the answer asks the client to close, and leaves it to it; of Node's own since 16.10. */
  maxRequestsOnConnectionReached?: boolean
  readonly headersSent: boolean
  /** Bytes that the system has not taken yet. */
  readonly writableLength: number
  readonly writableFinished: boolean
}

/** What we use of `net.Socket`. */
export interface Socket {
  readonly remoteAddress?: string | undefined
  readonly writable: boolean
  /** Node's parser of what comes in, while it reads requests. */
  readonly parser?: { onIncoming: unknown } | null | undefined
  end(bytes: Uint8Array): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  on(event: 'error' | 'resume', listener: () => void): unknown
  off(event: 'resume', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
}
