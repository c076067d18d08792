/** What we use of `http.IncomingMessage`. */
export interface IncomingMessage {
  readonly httpVersion: string
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly [name: string]: string | string[] | undefined }
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
  once(event: 'drain' | 'close' | 'finish', listener: () => void): unknown
  readonly req: IncomingMessage
  readonly destroyed: boolean
  readonly shouldKeepAlive: boolean
  readonly headersSent: boolean
  readonly writableFinished: boolean
}

/** What we use of `net.Socket`. */
export interface Socket {
  readonly remoteAddress?: string | undefined
  readonly writable: boolean
  end(bytes: Uint8Array): unknown
  resume(): unknown
  destroy(): unknown
  on(event: 'error', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
}
