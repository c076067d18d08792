import { createHash } from 'node:crypto'
import { createSpaceData, memory, type StoreBackend, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { mirrorOf } from '@space-data/core/mirror'
import * as v from 'valibot'
import type { Endpoint } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { withReceivers } from '../support/receivers.ts'
import { plenty, readBody, stoppedClock } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath } from '../support/table.ts'

/** All but the speed test, whose bytes are random. */
const recorded = endpoints.filter(({ path }) => !path.startsWith('/v1/speedtest/'))

/** A request of the recorder: method, target, and header fields. */
interface Sent {
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly isWithoutKey?: true
}

const CENTRAL = 'https://central.test'
const clock = stoppedClock()
const common = {
  now: clock.now,
  onError() {},
  limits: plenty,
  hapi: true,
  compat: ['celestrak', 'swpc', 'open-notify'],
  securityContact: 'mailto:security@space-data.test',
} as const

/**
 * Returns a line for every response of an instance, of one that signs and of a mirror of the first: target,
 * status, and digests of header fields and body. Then the keys of the store, and a digest of each kind of
 * record of an export.
 */
export async function record(): Promise<string[]> {
  const store = memory()
  const ordinary = createSpaceData({
    features: everything,
    ...common,
    ...withReceivers(),
    store,
    fetch: shortSample(clock.now),
  })
  const signed = createSpaceData({
    features: everything,
    ...common,
    ...withReceivers(),
    signing,
    fetch: shortSample(clock.now),
  })
  const central = await keyOf(ordinary, 'enterprise')
  const mirror = createSpaceData({
    features: everything,
    ...common,
    ...withReceivers(),
    mirror: mirrorOf({ origin: CENTRAL, key: () => central }),
    fetch: async (input, init) => ordinary.handle(new Request(input, init), { ip: '192.0.2.7' }),
  })
  const lines: string[] = []
  for (const instance of [ordinary, signed]) await prepare(instance)
  for (const [name, instance] of Object.entries({ ordinary, signed, mirror })) {
    const key = await keyOf(instance, 'enterprise')
    // The page of the status names feeds in the order of their last requests, which a mirror sends at once.
    const known = forms().filter(({ target }) => name !== 'mirror' || target !== '/status')
    for (const sent of name === 'ordinary' ? allRequests() : known)
      lines.push(`${name} ${await lineOf(sent, key, instance)}`)
  }
  lines.push(...(await keysOf(store)), ...(await exportOf(ordinary)))
  for (const instance of [ordinary, signed, mirror]) await instance.close()
  return lines
}

async function keyOf({ keys }: WholeSpaceData, tier: string): Promise<string> {
  const { key } = await keys.issue({ tier, label: 'guard' })
  return key
}

/** Runs the jobs, so that there are shells, series, alerts and a report. */
async function prepare({ jobs }: WholeSpaceData): Promise<void> {
  await jobs.series.run()
  await jobs.shells.run({ pull: { paceMs: 0 } })
  await jobs.alerts.run()
}

function allRequests(): Sent[] {
  return [...forms(), ...recorded.flatMap(refusals)]
}

/** Every form of every GET: as it is, by each format, by each media type, and as a HEAD. */
function forms(): Sent[] {
  return recorded
    .filter(({ method }) => method === 'GET')
    .flatMap((endpoint): Sent[] => {
      const target = examplePath(endpoint)
      const join = target.includes('?') ? '&' : '?'
      return [
        { method: 'GET', target },
        { method: 'HEAD', target },
        ...formatsOf(endpoint).map((format) => ({
          method: 'GET',
          target: `${target}${join}format=${format}`,
        })),
        ...Object.keys(endpoint.success.content).map((accept) => ({
          method: 'GET',
          target,
          headers: { accept },
        })),
      ]
    })
}

/** The formats that a parameter `format` takes. */
function formatsOf({ queryParameters }: Endpoint): readonly string[] {
  const { format } = queryParameters
  const found = format && JSON.stringify(v.getExamples(format))
  const known = [
    'json',
    'csv',
    'geojson',
    'tle',
    'omm',
    'kvn',
    'xml',
    'ndjson',
    'parquet',
    'text',
    'html',
    'pdf',
  ]
  return format ? known.filter((name) => found?.includes(name) || v.safeParse(format, name).success) : []
}

/** What is refused: no key, each parameter with a bad value, another method, a path that is not spelled so. */
function refusals(endpoint: Endpoint): Sent[] {
  const { method, queryParameters } = endpoint
  const target = examplePath(endpoint)
  const [path = ''] = target.split('?')
  const bad = Object.keys(queryParameters).map((name) => ({ method, target: `${path}?${name}=%01` }))
  return [
    { method, target, isWithoutKey: true },
    { method: 'PUT', target },
    { method: 'OPTIONS', target },
    { method: 'GET', target: `${path}/` },
    ...(method === 'GET' ? bad : [{ method, target, headers: { 'content-type': 'application/json' } }]),
  ]
}

async function lineOf(sent: Sent, key: string, { handle }: WholeSpaceData): Promise<string> {
  const { method, target, headers = {}, isWithoutKey } = sent
  const given = isWithoutKey ? headers : { 'x-api-key': key, ...headers }
  const request = new Request(`http://space-data.test${target}`, { method, headers: given })
  const response = await handle(request, { ip: '192.0.2.1' })
  const body = steady(await readBody(response))
  const fields = [...response.headers]
    .filter(([name]) => name !== 'x-service-request-id')
    .map(([name, value]) => `${name}: ${fieldOf(name, value)}`)
  const words = [method, target, headers['accept'] ?? '', isWithoutKey ? 'without a key' : ''].filter(Boolean)
  return `${words.join(' ')} ${response.status} ${short(fields.join('\n'))} ${short(body)}`
}

/** What differs from run to run, such as ids, in a form that does not. */
function steady(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replace(RANDOM, '$1…')
}

/** Keys, ids, runs, UUIDs, and those in the log of keys behind a number that the whole process counts. */
const RANDOM =
  /(sd_live_|tkt_|key_|wh_|whsec_|whpk_|shl_|evt_|\d{8}T\d{6}Z-)[\w+/=-]{8,}|()0000\d{8}:[\da-f-]{36}|()[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

function fieldOf(name: string, value: string): string {
  if (/^(etag|unencoded-digest|content-digest|signature)$/.test(name)) return '…'
  if (name === 'ratelimit') return value.replace(/\d+/g, '…')
  return value.replace(RANDOM, '$1…')
}

function short(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 10)
}

async function keysOf({ keys }: StoreBackend): Promise<string[]> {
  const found = await keys('')
  return [
    ...new Set(found.map((key) => `store ${key.replace(RANDOM, '$1…').replace(/[0-9a-f]{32,}/g, '…')}`)),
  ].sort()
}

async function exportOf({ store }: WholeSpaceData): Promise<string[]> {
  const texts: string[] = []
  await store.export((text) => void texts.push(text))
  const records = texts.join('').trimEnd().split('\n').slice(1, -1)
  const kinds = new Map<string, string[]>()
  for (const line of records) {
    const { type } = JSON.parse(line) as { type: string }
    kinds.set(type, [...(kinds.get(type) ?? []), line.replace(RANDOM, '$1…').replace(/[0-9a-f]{32,}/g, '…')])
  }
  return [...kinds].map(([type, lines]) => `export ${type} ${lines.length} ${short(lines.sort().join('\n'))}`)
}
