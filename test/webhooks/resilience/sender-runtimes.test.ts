import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../storage/temporary-sqlite.ts'
import { certificate } from '../../support/certificate.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { type BehaviourName, behaviours, receiver, redirectTo } from '../odd-receivers.ts'
import { RUNTIMES, type Sending, sendAll, trusting } from '../runtimes.ts'

vi.setConfig({ testTimeout: 90_000 })

/** For receivers that never complete a response. */
const SHORT_MS = 1_000

const answered = (status: number, body: string, retryAfter: string | null = null) => ({
  status,
  body,
  retryAfter,
})
const failed = (message: unknown) => ({ error: 'ReceiverUnreachableError', message })
const LATE = failed('timed out after 1 s')
const CLOSED = failed('connection closed before the response was complete')
const NOT_HTTP = failed('response is not valid HTTP')

const OUTCOMES: Record<BehaviourName, object> = {
  ok: answered(200, '{"received":true}'),
  empty: answered(204, ''),
  throttled: answered(429, 'later', '17'),
  gone: answered(410, ''),
  silent: LATE,
  'drips its head': LATE,
  'drips its body': LATE,
  'sends without end': answered(200, 'é'.repeat(2_048)),
  'sends a gzip bomb': answered(200, ''),
  resets: CLOSED,
  'closes early': CLOSED,
  'is no web server': NOT_HTTP,
  'sends a huge head': NOT_HTTP,
  'says continue without end': LATE,
  'wants another protocol': CLOSED,
}

describe.each(Object.keys(RUNTIMES))('nodeSender on %s', (runtime) => {
  const send = (requests: Sending['requests'], env = {}) =>
    sendAll(runtime, { options: { allowPrivate: true }, requests }, env)
  const patient = (url: string) => ({ url, timeoutMs: PATIENCE_MS })

  test('ends with every receiver, and says what came of it', async () => {
    const kinds = Object.keys(behaviours) as BehaviourName[]
    const receivers = await Promise.all(kinds.map((kind) => receiver(behaviours[kind])))
    const outcomes = await send([
      ...receivers.map(({ port }, i) => ({
        url: `http://localhost:${port}/hook?token=1`,
        timeoutMs: OUTCOMES[kinds[i] as BehaviourName] === LATE ? SHORT_MS : PATIENCE_MS,
      })),
      patient('http://localhost:9/'),
      patient('http://[::1]:9/'),
    ])
    expect(Object.fromEntries(kinds.map((kind, i) => [kind, outcomes[i]]))).toMatchObject(OUTCOMES)
    expect(outcomes.slice(kinds.length)).toMatchObject([
      failed('connection refused'),
      failed('connection refused'),
    ])
    const { port, requests } = receivers[0] as (typeof receivers)[0]
    const [head = '', body] = requests[0]?.split('\r\n\r\n') ?? []
    expect(head).toMatch(/^POST \/hook\?token=1 HTTP\/1\.1\r\n/)
    const fields = head.toLowerCase().split('\r\n')
    for (const field of [`host: localhost:${port}`, 'accept-encoding: identity', 'webhook-id: evt_1'])
      expect(fields).toContain(field)
    expect(body).toBe('{"type":"test"}')
    for (const { connections } of receivers) expect(connections()).toBe(1)
  })

  test('follows no redirect and uses no proxy of the environment', async () => {
    const [trap, proxy, secure] = [
      await receiver(behaviours.ok),
      await receiver(behaviours.ok),
      await receiver(behaviours.silent),
    ]
    const steps = [301, 302, 303, 307, 308]
    const receivers = await Promise.all(
      steps.map((status) => receiver(redirectTo(`http://localhost:${trap.port}/`, status))),
    )
    const place = `http://127.0.0.1:${proxy.port}`
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
    const env = { NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' }
    const outcomes = await send(
      [
        ...receivers.map(({ port }) => patient(`http://localhost:${port}/`)),
        { url: `https://localhost:${secure.port}/`, timeoutMs: SHORT_MS },
      ],
      { ...env, ...Object.fromEntries(names.map((name) => [name, place])) },
    )
    expect(outcomes.map(({ status }) => status)).toEqual([...steps, undefined])
    expect([trap.connections(), proxy.connections(), secure.connections()]).toEqual([0, 0, 1])
  })

  test('accepts a certificate for the name from a known authority only, whatever the environment', async () => {
    using folder = temporaryFolder()
    const authority = certificate({ name: 'Test authority', isAuthority: true })
    writeFileSync(join(folder.path, 'authority.pem'), authority.cert)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000)
    const name = 'localhost'
    const stranger = certificate({ name: 'Stranger', isAuthority: true })
    const receivers = await Promise.all(
      [
        certificate({ name, issuer: authority }),
        certificate({ name, issuer: authority, notBefore: day(-2), notAfter: day(-1) }),
        certificate({ name, issuer: authority, notBefore: day(1), notAfter: day(2) }),
        certificate({ name: 'other.example', issuer: authority }),
        certificate({ name }),
        certificate({ name, issuer: stranger }),
      ].map((certificate) => receiver(behaviours.ok, { certificate })),
    )
    const outcomes = await send(
      receivers.map(({ port }) => patient(`https://localhost:${port}/`)),
      { ...trusting(join(folder.path, 'authority.pem')), NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    )
    const invalid = (reason: string) => failed(`TLS certificate not valid: ${reason}`)
    const unknown = 'its issuer is unknown or the chain is incomplete'
    // Deno does not say what is wrong with the dates.
    const dates = (reason: string) => invalid(runtime === 'Deno' ? unknown : reason)
    expect(outcomes).toMatchObject([
      answered(200, '{"received":true}'),
      dates('it has expired'),
      dates('it is not valid yet'),
      invalid('it is for another name'),
      invalid('it is self-signed'),
      invalid(unknown),
    ])
    expect(receivers[0]?.serverNames).toEqual(['localhost'])
    expect(receivers.map(({ requests }) => requests.length)).toEqual([1, 0, 0, 0, 0, 0])
  })
})
