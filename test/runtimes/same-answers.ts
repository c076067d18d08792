import { request } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { expect } from 'vitest'

type Question = readonly [method: string, target: string, headers?: Record<string, string>, body?: string]

const KEY = { 'x-api-key': `sd_live_${'0'.repeat(36)}` }
const JSON_BODY = { 'content-type': 'application/json' }

/**
 * What every host answers as the handler itself does; none of it goes to a provider or counts for another
 * test.
 */
const QUESTIONS: readonly Question[] = [
  ['GET', '/ref'],
  ['GET', '/ref/tiers'],
  ['HEAD', '/ref/tiers'],
  ['GET', '/ref/tiers?unknown=1'],
  ['GET', '/openapi.json'],
  ['HEAD', '/openapi.json'],
  ['OPTIONS', '/v1/keys'],
  ['OPTIONS', '/nowhere'],
  ['DELETE', '/ref'],
  ['PATCH', '/v1/keys'],
  ['GET', '/v1/keys'],
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['GET', '/ref/'],
  ['GET', '/ref//tiers'],
  ['GET', '/REF'],
  ['GET', '/./ref'],
  ['GET', '/v1/../ref'],
  ['GET', '/%2e%2e/ref'],
  ['GET', '/%72ef'],
  ['GET', '/ref%2ftiers'],
  ['GET', '/ref%00'],
  ['GET', '/v1/objects/%E0%A4%A', KEY],
  ['GET', '/v1/space-weather/kp'],
  ['GET', '/v1/space-weather/kp', KEY],
  ['GET', '/v1/space-weather/kp', { 'x-api-key': 'nonsense' }],
  ['GET', '/v1/space-weather/kp', { authorization: 'Bearer nonsense' }],
  ['GET', '/v1/speedtest/down?bytes=-1'],
  ['GET', '/v1/speedtest/down?bytes=%zz'],
  ['POST', '/v1/keys', JSON_BODY, '{'],
  ['POST', '/v1/keys', JSON_BODY, `{"label":"${'x'.repeat(20_000)}"}`],
  ['POST', '/v1/keys', { 'content-type': 'text/plain' }, 'label=a'],
  ['POST', '/v1/speedtest/up', {}, 'x'.repeat(1_000)],
]

interface Seen {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Asks a host and the handler in this process the same; headers, apart from those of the host's own server,
 * and bodies are equal.
 */
export async function sameAnswers(origin: string): Promise<void> {
  const { pathname, port } = new URL(origin)
  const base = pathname === '/' ? '' : pathname
  const spaceData = createSpaceData({ base })
  for (const [method, path, headers = {}, body] of QUESTIONS) {
    const target = base + path
    const asked = new Request(`http://127.0.0.1:${port}${target}`, { method, headers, body: body ?? null })
    let seen = await overHttp(Number(port), method, target, headers, body)
    // The proxy of `wrangler dev` loses a POST that follows one whose body nobody read, and says so.
    if (/worker restarted mid-request/.test(seen.body))
      seen = await overHttp(Number(port), method, target, headers, body)
    if (!new URL(asked.url).pathname.startsWith(`${base}/`)) {
      // Outside the base it is the service around that answers.
      expect([seen.status, seen.headers['x-service-request-id']], path).toEqual([404, undefined])
      continue
    }
    const ours = await spaceData.handle(asked, { ip: '127.0.0.1' })
    const expected = steady(ours.status, Object.fromEntries(ours.headers), await ours.text())
    expect(seen, `${method} ${path}`).toEqual(expected)
  }
  await spaceData.close()
}

/** What the host's own server adds, and how it frames a body. */
const OF_THE_HOST = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-powered-by',
])

function steady(status: number, headers: Record<string, string>, body: string): Seen {
  const ours = Object.entries(headers).filter(([name]) => !OF_THE_HOST.has(name))
  return {
    status,
    headers: Object.fromEntries(
      ours
        .map(([name, value]): [string, string] => [
          name,
          name === 'x-service-request-id' ? 'ID' : still(value),
        ])
        .sort(),
    ),
    body: still(body),
  }
}

/** Text without what differs from one request to the next: ids, instants, tags, ages, durations. */
function still(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d? \w{3} \d\d:\d\d UTC/g, 'INSTANT')
    .replace(/^"[\w+/=-]{8,}"$/, 'TAG')
    .replace(/^space-data; (?:hit|fwd=.*stored); /, 'space-data; HELD; ')
    .replace(/(max-age=|ttl=|dur=|"\w+_ms":)-?[\d.]+/g, '$1N')
}

function overHttp(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(body.length) }
    const asked = request(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () =>
          resolve(
            steady(
              response.statusCode ?? 0,
              response.headers as Record<string, string>,
              Buffer.concat(chunks).toString(),
            ),
          ),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
