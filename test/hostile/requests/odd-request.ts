/** Clause of the RFC, what is odd, the bytes, and the allowed outcomes. */
export type OddRequest = readonly [clause: string, what: string, bytes: string, outcomes: string]

/** Placeholder for a valid key of the server. */
export const KEY = '{KEY}'

/** Builds a request from lines and a body, with `Host: localhost` unless the lines have a Host. */
export function request(line: string, fields: readonly string[] = [], body = ''): string {
  const host = fields.some((field) => /^\s*host\s*:?/i.test(field)) ? [] : ['Host: localhost']
  return `${[line, ...host, ...fields].join('\r\n')}\r\n\r\n${body}`
}

/** Builds the smallest valid request plus some headers; its response is 204. */
export function ping(...fields: readonly string[]): string {
  return request('GET /v1/speedtest/ping HTTP/1.1', fields)
}

/** Builds a GET request. */
export function get(target: string, ...fields: readonly string[]): string {
  return request(`GET ${target} HTTP/1.1`, fields)
}

/** Builds an upload; its response has the number of bytes received. */
export function upload(fields: readonly string[], body: string): string {
  return request('POST /v1/speedtest/up HTTP/1.1', fields, body)
}

/** Encodes text as UTF-8 with one character per byte. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}
