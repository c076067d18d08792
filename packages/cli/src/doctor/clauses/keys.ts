import { type Breach, type Chapter, faultOfError, faults, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { keyHeaders, publicPages } from '#doctor/samples'
import { dataRoutes, KP, unknownKey } from '#doctor/specification'

export const keys: Chapter = {
  title: 'Keys',
  checks: [
    {
      id: 'keys.missing',
      clause: 'SPEC 5, DECISIONS 4',
      holds: 'every data endpoint without a key is 401 missing_key',
      async look(patient) {
        const found: Breach[] = []
        for (const { path } of dataRoutes)
          found.push(...faultOfError(await patient.get(path), 401, 'missing_key'))
        return found
      },
    },
    {
      id: 'keys.unknown',
      clause: 'SPEC 5.7, DECISIONS 4',
      holds: 'an unknown key in either header is 401 invalid_key',
      async look(patient) {
        const key = unknownKey(patient.key)
        const answers = [
          await patient.get(KP, { 'x-api-key': key }),
          await patient.get(KP, { authorization: `Bearer ${key}` }),
        ]
        return answers.flatMap((answer) => faultOfError(answer, 401, 'invalid_key'))
      },
    },
    {
      id: 'keys.query',
      clause: 'DECISIONS 4',
      holds: 'a key in the query is not looked at: still missing_key',
      async look(patient) {
        // Of the right shape, but nobody’s: a real one would end in logs.
        const key = unknownKey(patient.key)
        const answers: Exchange[] = []
        for (const name of ['key', 'api_key', 'apikey'])
          answers.push(await patient.get(`${KP}?${name}=${key}`))
        return answers.flatMap((answer) => faultOfError(answer, 401, 'missing_key'))
      },
    },
    {
      id: 'keys.repeated',
      clause: 'DECISIONS 4',
      holds: 'two keys in one header are 401 invalid_key, never the first of them',
      async look(patient) {
        const key = patient.key ?? unknownKey()
        const answer = await patient.get(KP, { 'x-api-key': `${key}, ${unknownKey(key)}` })
        return faultOfError(answer, 401, 'invalid_key')
      },
    },
    {
      id: 'keys.public',
      clause: 'SPEC 5.5',
      holds: 'the public paths take no key, and mind none that is bad',
      async look(patient) {
        const pages = [
          ...(await publicPages(patient)),
          await patient.get('/v1/speedtest/info'),
          await patient.get('/ref/units', { 'x-api-key': 'no key at all' }),
        ]
        return faults(pages, 'status', ({ status }) =>
          status === 401 || status === 403 ? `${status}` : undefined,
        )
      },
    },
    {
      id: 'keys.either-header',
      clause: 'SPEC 5.1',
      holds: 'a key opens in Authorization: Bearer as well as in x-api-key',
      async look(patient) {
        const key = given(patient)
        const answers = [
          await patient.get(KP, { 'x-api-key': key }),
          await patient.get(KP, { authorization: `Bearer ${key}` }),
        ]
        return answers.flatMap((answer, i) => opened(answer, i === 0 ? 'x-api-key' : 'Authorization'))
      },
    },
    {
      id: 'keys.both-headers',
      clause: 'SPEC 5.2',
      holds: 'the same key in both headers is no error',
      async look(patient) {
        await keyHeaders(patient)
        const key = given(patient)
        return opened(
          await patient.get(KP, { 'x-api-key': key, authorization: `Bearer ${key}` }),
          'both headers',
        )
      },
    },
    {
      id: 'keys.foreign-bearer',
      clause: 'DECISIONS 4',
      holds: 'a Bearer token that is none of our keys leaves the word to x-api-key',
      async look(patient) {
        const headers = await keyHeaders(patient)
        if (!('x-api-key' in headers)) throw new NotChecked('x-api-key is not accepted')
        return opened(
          await patient.get(KP, { ...headers, authorization: 'Bearer a.b.c' }),
          'a token beside x-api-key',
        )
      },
    },
  ],
}

function given({ key }: Patient): string {
  if (key === undefined) throw new NotChecked('needs a key')
  return key
}

function opened(answer: Exchange, how: string): Breach[] {
  return faults([answer], 'status', ({ status }) => (status === 401 ? `401 with ${how}` : undefined))
}
