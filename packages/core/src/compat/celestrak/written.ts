/** A body in some format, and its further headers: names and values in turn. */
export interface Written {
  readonly text: string
  readonly type: string
  readonly headers?: readonly string[]
}

/** Ends lines with CRLF, as CelesTrak does in all formats. */
export function withCrlf(text: string): string {
  return text.replaceAll('\n', '\r\n')
}
