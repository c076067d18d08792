import { type CheckGroup, expectOk, failures, getMember, refusals, SkippedCheck } from '#doctor/check'
import { KP, openPaths } from '#doctor/demanded'
import { findExample, keyHeaders, readDocument, unknownKey } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

export const keys: CheckGroup = {
  title: 'Keys',
  checks: [
    {
      id: 'keys.missing',
      clause: 'C5.1, C15.1, C17.1',
      expects: 'paths that need a key respond 401 missing_key without one',
      async run(target) {
        const { operations } = await readDocument(target)
        const paths = operations.flatMap(({ method, needsKey, path }) =>
          method === 'GET' && needsKey && path !== undefined ? [path] : [],
        )
        return refusals(await target.getAll(paths), 401, 'missing_key')
      },
    },
    {
      id: 'keys.optional',
      clause: 'C5.14',
      expects: 'responses without an optional key are private and report the remaining requests',
      async run(target) {
        const { operations } = await readDocument(target)
        const optional = operations.find(({ needsKey, takesKey, path }) => takesKey && !needsKey && path)
        if (!optional?.path) return []
        return failures([await target.get(optional.path)], ({ status, headers }) => {
          if (status === 401) return '401, expected a response'
          if (status >= 500) return undefined
          const left = headers.get('ratelimit') ?? 'none'
          if (!/^"network-day";r=\d+;t=\d+$/.test(left)) return `RateLimit: ${left}`
          const control = headers.get('cache-control') ?? 'none'
          return /^(private,|no-store$)/.test(control) ? undefined : `Cache-Control: ${control}`
        })
      },
    },
    {
      id: 'keys.unknown',
      clause: 'C5.5',
      expects: 'an unknown key in either header is 401 invalid_key',
      async run(target) {
        const key = unknownKey(target.key)
        const inHeader = await target.get(KP, { 'x-api-key': key })
        const asBearer = await target.get(KP, { authorization: `Bearer ${key}` })
        return refusals([inHeader, asBearer], 401, 'invalid_key')
      },
    },
    {
      id: 'keys.query',
      clause: 'C5.7',
      expects: 'a key in the query string is ignored: 401 missing_key',
      async run(target) {
        // Well-formed but never issued: a real key would end up in logs.
        const key = unknownKey(target.key)
        const { operations } = await readDocument(target)
        const needing = operations.filter(
          ({ method, needsKey, path }) => method === 'GET' && needsKey && path,
        )
        const { path } = needing.find(({ template }) => template === KP) ?? needing[0] ?? { path: KP }
        const paths = ['key', 'api_key', 'apikey'].map((name) => `${path}?${name}=${key}`)
        return refusals(await target.getAll(paths), 401, 'missing_key')
      },
    },
    {
      id: 'keys.ticket',
      clause: 'C5.15, C5.16',
      expects: 'a ticket opens one stream, once; other paths ignore it',
      async run(target) {
        const { path } = await findExample('/v1/space-weather/stream', target)
        const headers = await keyHeaders(target)
        const issued = await target.request('POST', '/v1/stream-tickets', { headers, fresh: true })
        const query = `?ticket=${getMember(getMember(expectOk(issued).json, 'data'), 'ticket')}`
        const without = await target.get(KP)
        return [
          ...failures([issued], ({ headers }) => {
            const control = headers.get('cache-control') ?? 'none'
            return control === 'no-store' ? undefined : `Cache-Control: ${control}`
          }),
          ...failures([await target.get(KP + query)], ({ status }) =>
            status === without.status ? undefined : `${status}, without a ticket ${without.status}`,
          ),
          ...failures([await target.get(path + query)], ({ status }) =>
            status === 200 ? undefined : `${status}, expected a stream`,
          ),
          ...refusals([await target.request('GET', path + query, { fresh: true })], 401, 'invalid_ticket'),
        ]
      },
    },
    {
      id: 'keys.repeated',
      clause: 'C5.6',
      expects: 'two keys in one header are 401 invalid_key',
      async run(target) {
        const key = target.key ?? unknownKey()
        const exchange = await target.get(KP, { 'x-api-key': `${key}, ${unknownKey(key)}` })
        return refusals([exchange], 401, 'invalid_key')
      },
    },
    {
      id: 'keys.public',
      clause: 'C5.8',
      expects: 'public paths need no key and ignore an invalid one',
      async run(target) {
        const exchanges: Exchange[] = []
        for (const template of [...Object.keys(openPaths), '/v1/speedtest/info', '/status']) {
          const { path } = await findExample(template, target)
          exchanges.push(await target.get(path, { 'x-api-key': 'no key at all' }))
        }
        return failures(exchanges, ({ status }) =>
          status === 401 || status === 403 ? `${status}` : undefined,
        )
      },
    },
    {
      id: 'keys.either-header',
      clause: 'C5.2',
      expects: 'a key works in Authorization: Bearer and in x-api-key',
      async run(target) {
        const key = requireKey(target)
        return [
          ...accepted(await target.get(KP, { 'x-api-key': key }), 'x-api-key'),
          ...accepted(await target.get(KP, { authorization: `Bearer ${key}` }), 'Authorization'),
        ]
      },
    },
    {
      id: 'keys.both-headers',
      clause: 'C5.3',
      expects: 'the same key in both headers is accepted',
      async run(target) {
        await keyHeaders(target)
        const key = requireKey(target)
        const headers = { 'x-api-key': key, authorization: `Bearer ${key}` }
        return accepted(await target.get(KP, headers), 'both headers')
      },
    },
    {
      id: 'keys.foreign-bearer',
      clause: 'C5.4',
      expects: 'a Bearer token that is no key is ignored, and x-api-key is used',
      async run(target) {
        const headers = await keyHeaders(target)
        if (!('x-api-key' in headers)) throw new SkippedCheck('x-api-key is not accepted')
        const exchange = await target.get(KP, { ...headers, authorization: 'Bearer a.b.c' })
        return accepted(exchange, 'another token in Authorization')
      },
    },
  ],
}

function requireKey({ key }: Target): string {
  if (key === undefined) throw new SkippedCheck('needs a key')
  return key
}

function accepted(exchange: Exchange, how: string): string[] {
  return failures([exchange], ({ status }) => (status === 401 ? `401 with ${how}` : undefined))
}
