import { createSpaceData, type SpaceDataOptions, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import type { ConnectionInfo } from '@space-data/core/http'
import { assertDeclared, specOf } from './openapi.ts'
import { withReceivers } from './receivers.ts'
import { shortSample } from './short-sample.ts'

/** Limits that no test reaches without meaning to. */
export const plenty = {
  referencePerMinute: 100_000,
  publicPerMinute: 100_000,
  publicMegabytesPerHour: 1_000_000,
  hapiPerMinute: 100_000,
  computedPerMinute: 100_000,
  refusedPerMinute: 100_000,
  speedtestPerMinute: 100_000,
  speedtestMegabytesPerHour: 1_000_000,
  issuancePerHour: 100_000,
}

/** Stands still until it is told to go. */
export interface Clock {
  now: () => Date
  goTo(instant: string | number): void
  advance(ms: number): void
}

export function stoppedClock(instant: string | number = '2026-11-21T12:00:00Z'): Clock {
  let at = new Date(instant).getTime()
  return {
    now: () => new Date(at),
    goTo: (next) => {
      at = new Date(next).getTime()
    },
    advance: (ms) => {
      at += ms
    },
  }
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: OpenAPI has checked the shape of the body.
  readonly json: any
}

export interface TestService {
  readonly spaceData: WholeSpaceData
  readonly clock: Clock
  readonly errors: unknown[]
  /** Asks, and fails unless the answer is one that the OpenAPI document declares. */
  ask(
    method: string,
    path: string,
    headers?: Record<string, string>,
    peer?: ConnectionInfo,
    body?: BodyInit,
  ): Promise<Reply>
  /** GET with a key of the hobby tier. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  readonly key: string
}

/** Returns the body of a response; of a stream, which does not end, the first chunk. */
export async function readBody(response: Response): Promise<Uint8Array> {
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (!isStream || !response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const { value = new Uint8Array() } = await reader.read()
  await reader.cancel()
  return value
}

interface TestOptions extends Omit<SpaceDataOptions, 'fetch'> {
  /** `'global'` leaves the choice to the instance. @default the sample */
  readonly fetch?: typeof fetch | 'global'
}

/**
 * An instance on a stopped clock over the sample upstreams, whose every answer is held against the OpenAPI
 * document.
 */
export async function testService(options: TestOptions = {}, clock = stoppedClock()): Promise<TestService> {
  const { fetch = shortSample(clock.now), ...others } = options
  const errors: unknown[] = []
  const spaceData = createSpaceData({
    features: everything,
    ...(fetch !== 'global' && { fetch }),
    now: clock.now,
    onError: (error) => errors.push(error),
    limits: plenty,
    hapi: true,
    compat: ['celestrak', 'swpc', 'open-notify'],
    securityContact: 'mailto:security@space-data.test',
    ...withReceivers(),
    ...others,
  })
  const { key } = await spaceData.keys.issue({ tier: 'hobby', label: 'test' })
  // Without a key some paths have other responses than those that are published.
  const own = options.anonymous ? specOf(await spaceData.openapi()) : undefined
  const ask: TestService['ask'] = async (method, path, headers = {}, peer = { ip: '192.0.2.1' }, body) => {
    const request = new Request(`http://space-data.test${path}`, {
      method,
      headers,
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit)
    const response = await spaceData.handle(request, peer)
    const bytes = await readBody(response)
    assertDeclared(method, path, response, bytes, own)
    const text = new TextDecoder().decode(bytes)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }
  return {
    spaceData,
    clock,
    errors,
    key,
    ask,
    get: (path, headers = {}) => ask('GET', path, { 'x-api-key': key, ...headers }),
  }
}
