import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { coalesce, faultsOf } from './faults.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { get, ping, request, utf8 } from './requests/odd-request.ts'
import { isHealthy, startNode } from './servers.ts'
import { exchange } from './wire.ts'

/** Appended to every string; no response may contain it. */
const MARK = 'zq7mark9xv'

/** Request ids from a trusted hop are returned unchanged. */
const isRequestId = (text: string) => /^[\w-]{8,64}$/.test(text.trim())

function keysRequest(label: string): string {
  const body = utf8(JSON.stringify({ label }))
  return request(
    'POST /v1/keys HTTP/1.1',
    ['Content-Type: application/json', `Content-Length: ${body.length}`],
    body,
  )
}

/** Builds JSON with the string unescaped, quotes and control characters included. */
function rawKeysRequest(label: string): string {
  const body = utf8(`{"label":"${label}"}`)
  return request(
    'POST /v1/keys HTTP/1.1',
    ['Content-Type: application/json', `Content-Length: ${body.length}`],
    body,
  )
}

/** Encodes lone surrogates as the three bytes that unchecked writers send. */
const surrogateBytes = [
  '\xed\xa0\x80',
  '\xed\xb0\x80',
  '\xed\xa0\xbd\xed\xb8\x80',
  '\xc0\x80',
  '\xf4\x90\x80\x80',
  '\xfe\xff',
]

test('on Node, no string causes a 5xx or is reflected', { timeout: 120_000 }, async () => {
  await using server = await startNode('--trusted-hops', '1')
  const strings = [...naughtyStrings.map(utf8), ...surrogateBytes].map((text) => text + MARK)
  const requests = strings.flatMap((text) => [
    keysRequest(text),
    rawKeysRequest(text),
    get('/shell/diff', `x-api-key: ${text}`),
    get('/shell/diff', `Authorization: Bearer ${text}`),
    get('/shell/diff', `Authorization: ${text}`),
    get(`/${text}`),
    get(`/${encodeURIComponent(text)}`),
    get(`/v1/objects/${encodeURIComponent(text)}`),
    get(`/v1/tle/${encodeURIComponent(text)}`),
    get(`/ref?${text}`),
    get(`/v1/speedtest/down?bytes=${encodeURIComponent(text)}`),
    ...(isRequestId(text) ? [] : [ping(`x-service-request-id: ${text}`)]),
    ping(`Origin: ${text}`),
    ping(`Host: ${text}`),
    ping(`X-Forwarded-For: ${text}`),
    get('/ref', `If-None-Match: ${text}`),
    get('/ref', `Accept: ${text}`),
    get('/status', `Accept: ${text}`),
  ])
  const wrong: unknown[] = []
  await coalesce(
    requests,
    100,
    async (bytes) => {
      const seen = await exchange(server.port, bytes, { timeoutMs: 500 })
      const faults = faultsOf(seen, 'Node')
      const said = seen.answers.map(({ headers, body }) => [...headers].flat().join('\n') + body).join('\n')
      if (said.includes(MARK)) faults.push('comes back')
      if (faults.length > 0)
        wrong.push({ bytes: JSON.stringify(bytes.slice(0, 200)), outcome: seen.outcome, faults })
    },
    async () => expect(await isHealthy(server)).toBe(true),
  )
  console.log(
    `FIGURE naughty strings Node: ${strings.length} strings, ${requests.length} requests, ${wrong.length} wrong`,
  )
  expect(wrong.slice(0, 10)).toEqual([])
  const id = `x-${MARK}`
  const { answers } = await exchange(server.port, ping(`x-service-request-id: ${id}`))
  expect(answers[0]?.headers.get('x-service-request-id')).toBe(id)
})

test('through handle, no string causes a 5xx or is reflected', async () => {
  const { spaceData, errors, key } = await testService()
  let asked = 0
  const wrong: unknown[] = []
  const look = async (where: string, text: string, path: string, init: RequestInit, requestId?: string) => {
    const made = requestOf(path, init)
    if (!made) return
    asked += 1
    const response = await spaceData.handle(made, { ip: '192.0.2.1', requestId })
    const said = [...response.headers].flat().join('\n') + (await response.text())
    if (response.status >= 500 || said.includes(MARK)) wrong.push({ where, text, status: response.status })
  }
  for (const naughty of naughtyStrings) {
    const text = naughty + MARK
    const escaped = encodeURIComponent(Buffer.from(text).toString())
    const post = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await look('label', text, '/v1/keys', post(JSON.stringify({ label: text })))
    await look('body', text, '/v1/keys', post(`{"label":"${text}"}`))
    await look('x-api-key', text, '/shell/diff', { headers: { 'x-api-key': text } })
    await look('bearer', text, '/shell/diff', { headers: { authorization: `Bearer ${text}` } })
    await look('origin', text, '/ref', { headers: { origin: text } })
    await look('host', text, '/ref', { headers: { host: text } })
    await look('path', text, `/${text}`, {})
    await look('id', text, `/v1/objects/${escaped}`, { headers: { 'x-api-key': key } })
    await look('altitude', text, `/shell/density/${escaped}`, { headers: { 'x-api-key': key } })
    await look('group', text, `/v1/tle/${escaped}`, {})
    await look('query', text, `/ref?${escaped}=${escaped}`, {})
    await look('bytes', text, `/v1/speedtest/down?bytes=${escaped}`, {})
    if (!isRequestId(text)) await look('request id', text, '/ref', {}, text)
  }
  console.log(
    `FIGURE naughty strings handle: ${naughtyStrings.length} strings, ${asked} requests, ${wrong.length} wrong`,
  )
  expect(wrong).toEqual([])
  expect(errors).toEqual([])
})

/** Builds a `Request`, or returns `undefined` if the standard does not allow it. */
function requestOf(path: string, init: RequestInit): Request | undefined {
  try {
    return new Request(`http://space-data.test${path}`, init)
  } catch {
    return undefined
  }
}
