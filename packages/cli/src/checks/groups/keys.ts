import { type CheckGroup, errorViolations, SkippedCheck, type Violation, violations } from '#checks/check'
import { KP, unknownKey } from '#checks/expected-api'
import { keyedPaths, keyHeaders, requestPublicPaths } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

export const keys: CheckGroup = {
  title: 'Keys',
  checks: [
    {
      id: 'keys.missing',
      clause: 'C5.1, C15.1, C17.1',
      expects: 'paths that need a key respond 401 missing_key without one',
      async run(target) {
        const found: Violation[] = []
        for (const path of await keyedPaths(target))
          found.push(...errorViolations(await target.get(path), 401, 'missing_key'))
        return found
      },
    },
    {
      id: 'keys.unknown',
      clause: 'C5.5',
      expects: 'an unknown key in either header is 401 invalid_key',
      async run(target) {
        const key = unknownKey(target.key)
        const answers = [
          await target.get(KP, { 'x-api-key': key }),
          await target.get(KP, { authorization: `Bearer ${key}` }),
        ]
        return answers.flatMap((answer) => errorViolations(answer, 401, 'invalid_key'))
      },
    },
    {
      id: 'keys.query',
      clause: 'C5.7',
      expects: 'a key in the query string is ignored: 401 missing_key',
      async run(target) {
        // Well-formed but never issued: a real key would end up in logs.
        const key = unknownKey(target.key)
        const answers: Exchange[] = []
        for (const name of ['key', 'api_key', 'apikey'])
          answers.push(await target.get(`${KP}?${name}=${key}`))
        return answers.flatMap((answer) => errorViolations(answer, 401, 'missing_key'))
      },
    },
    {
      id: 'keys.repeated',
      clause: 'C5.6',
      expects: 'two keys in one header are 401 invalid_key',
      async run(target) {
        const key = target.key ?? unknownKey()
        const answer = await target.get(KP, { 'x-api-key': `${key}, ${unknownKey(key)}` })
        return errorViolations(answer, 401, 'invalid_key')
      },
    },
    {
      id: 'keys.public',
      clause: 'C5.8',
      expects: 'public paths need no key and ignore an invalid one',
      async run(target) {
        const pages = [
          ...(await requestPublicPaths(target)),
          await target.get('/v1/speedtest/info'),
          await target.get('/ref/units', { 'x-api-key': 'no key at all' }),
        ]
        return violations(pages, 'status', ({ status }) =>
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
        const answers = [
          await target.get(KP, { 'x-api-key': key }),
          await target.get(KP, { authorization: `Bearer ${key}` }),
        ]
        return answers.flatMap((answer, i) => expectAccepted(answer, i === 0 ? 'x-api-key' : 'Authorization'))
      },
    },
    {
      id: 'keys.both-headers',
      clause: 'C5.3',
      expects: 'the same key in both headers is accepted',
      async run(target) {
        await keyHeaders(target)
        const key = requireKey(target)
        return expectAccepted(
          await target.get(KP, { 'x-api-key': key, authorization: `Bearer ${key}` }),
          'both headers',
        )
      },
    },
    {
      id: 'keys.foreign-bearer',
      clause: 'C5.4',
      expects: 'a Bearer token that is no key is ignored, and x-api-key is used',
      async run(target) {
        const headers = await keyHeaders(target)
        if (!('x-api-key' in headers)) throw new SkippedCheck('x-api-key is not accepted')
        return expectAccepted(
          await target.get(KP, { ...headers, authorization: 'Bearer a.b.c' }),
          'another token in Authorization',
        )
      },
    },
  ],
}

function requireKey({ key }: Target): string {
  if (key === undefined) throw new SkippedCheck('needs a key')
  return key
}

function expectAccepted(answer: Exchange, how: string): Violation[] {
  return violations([answer], 'status', ({ status }) => (status === 401 ? `401 with ${how}` : undefined))
}
