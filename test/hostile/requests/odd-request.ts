/** The clause that a request touches, what is odd, its bytes, and the outcomes that are right: on Node, and on Bun if others. */
export type OddRequest = readonly [
  clause: string,
  what: string,
  bytes: string,
  onNode: string,
  onBun?: string,
]

/** Stands for a good key of the server that is asked. */
export const KEY = '{KEY}'

/** A request of these lines, for `Host: localhost` unless another is given, and its body. */
export function request(line: string, fields: readonly string[] = [], body = ''): string {
  const host = fields.some((field) => /^\s*host\s*:?/i.test(field)) ? [] : ['Host: localhost']
  return `${[line, ...host, ...fields].join('\r\n')}\r\n\r\n${body}`
}

/** The smallest healthy request with some fields more; its answer is 204. */
export function ping(...fields: readonly string[]): string {
  return request('GET /v1/speedtest/ping HTTP/1.1', fields)
}

/** A GET of a path. */
export function get(target: string, ...fields: readonly string[]): string {
  return request(`GET ${target} HTTP/1.1`, fields)
}

/** An upload that answers how much it received. */
export function upload(fields: readonly string[], body: string): string {
  return request('POST /v1/speedtest/up HTTP/1.1', fields, body)
}

/** UTF-8 as one character per byte. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}
