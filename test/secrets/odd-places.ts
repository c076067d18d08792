import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Asking, Exchange } from '../support/proxies.ts'

const KP = '/v1/space-weather/kp'
const json = { 'content-type': 'application/json' }

/** Every right way to send a key, and what is asked with it; the last asks a provider that is down. */
export function rightUses(key: string): [path: string, asking: Asking][] {
  const bearer = { authorization: `Bearer ${key}` }
  const apiKey = { 'x-api-key': key }
  return [
    [KP, { headers: bearer }],
    [KP, { headers: apiKey }],
    [KP, { headers: { ...bearer, ...apiKey, 'if-none-match': '*' } }],
    ['/v1/objects/0', { headers: apiKey }],
    ['/v1/events/recent', { headers: bearer }],
  ]
}

/** Where people put a key by mistake: none of it is a way to present one. */
export function oddUses(key: string): [path: string, asking?: Asking][] {
  return [
    ...['key', 'api_key', 'apikey', 'access_token'].map((name): [string] => [`${KP}?${name}=${key}`]),
    [`${KP}/${key}`],
    [`/${key}`],
    [`/v1/objects/${key}`],
    [`/v1/tle/${key}`],
    [`/shell/density/${key}`],
    [KP, { headers: { authorization: key } }],
    [KP, { headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } }],
    [KP, { headers: { authorization: `Bearer ${key}, Bearer ${key}` } }],
    [KP, { headers: { 'x-api-key': `${key}${key}` } }],
    [KP, { headers: { cookie: `key=${key}`, referer: `http://site.test/?key=${key}`, 'user-agent': key } }],
    [KP, { headers: { 'if-none-match': `"${key}"`, accept: key, origin: `http://${key}.test` } }],
    ['/v1/keys', { method: 'POST', headers: json, body: `{"key":"${key}"}` }],
    ['/v1/keys', { method: 'POST', headers: json, body: `{"label":"x","key":"${key}"` }],
    ['/v1/keys', { method: 'POST', headers: { 'content-type': key }, body: key }],
    ['/v1/keys', { method: 'POST', headers: json, body: JSON.stringify({ label: key.repeat(30) }) }],
    ['/v1/speedtest/up', { method: 'POST', body: key }],
    [KP, { method: 'DELETE', headers: { 'x-api-key': key } }],
    ['/status', { headers: { accept: key } }],
  ]
}

/** What never becomes a request: the parser of the host refuses it. */
export async function brokenRequests(key: string, origin: string): Promise<void> {
  const head = (line: string) => `${line}\r\nHost: a\r\nConnection: close\r\n`
  const broken = [
    `${key}\r\n\r\n`,
    `GET ${key} HTTP/1.1\r\n\r\n`,
    `${head(`GET ${KP}?${key} HTTP/9.9`)}\r\n`,
    `${head(`GET ${KP} HTTP/1.1`)}x-api-key ${key}\r\n\r\n`,
    `${head(`GET ${KP} HTTP/1.1`)}x-api-key: ${key.repeat(500)}\r\n\r\n`,
    `${head(`GET http://${key}/ HTTP/1.1`)}\r\n`,
    `${head(`GET //${key}/ HTTP/1.1`)}\r\n`,
    `GET / HTTP/1.1\r\nHost: ${key}/\r\nConnection: close\r\n\r\n`,
  ]
  for (const bytes of broken) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.end(bytes)
    await text(socket).catch(() => '')
  }
}

/** Issues a key as a client at an address. */
export async function issueAt(address: string, ask: Exchange): Promise<string> {
  const headers = { ...json, 'x-forwarded-for': address }
  const { body } = await ask('/v1/keys', { method: 'POST', headers, body: '{"label":"mine"}' })
  return JSON.parse(body).key
}
