import { type Chapter, faultOfError, faults } from '#doctor/check'
import { keyHeaders } from '#doctor/samples'
import { KP, MARKER } from '#doctor/specification'

const BAD_OBJECT = `/v1/objects/${MARKER}`

export const methods: Chapter = {
  title: 'Methods and the order of checks',
  checks: [
    {
      id: 'order.route',
      clause: 'DECISIONS 6',
      holds: 'an unknown path is 404 not_found, with any method and without a key',
      async look(patient) {
        const answers = [
          await patient.get(`/v1/${MARKER}`),
          await patient.get(`${KP}/`),
          await patient.ask('DELETE', `/${MARKER}`),
        ]
        return answers.flatMap((answer) => faultOfError(answer, 404, 'not_found'))
      },
    },
    {
      id: 'order.method',
      clause: 'DECISIONS 6',
      holds: 'a method that a path does not have is 405 method_not_allowed, before a key is asked for',
      async look(patient) {
        const answers = [
          await patient.ask('PUT', KP),
          await patient.ask('DELETE', '/ref/tiers'),
          await patient.get('/v1/keys'),
        ]
        return answers.flatMap((answer) => faultOfError(answer, 405, 'method_not_allowed'))
      },
    },
    {
      id: 'methods.allow',
      clause: 'DECISIONS 6',
      holds: 'a 405 says in Allow which methods there are',
      async look(patient) {
        const cases = [
          { exchange: await patient.ask('PUT', KP), expected: ['GET', 'HEAD', 'OPTIONS'] },
          { exchange: await patient.ask('DELETE', '/ref/tiers'), expected: ['GET', 'HEAD', 'OPTIONS'] },
          { exchange: await patient.get('/v1/keys'), expected: ['POST', 'OPTIONS'] },
        ]
        return cases.flatMap(({ exchange, expected }) =>
          faults([exchange], 'allow', ({ status, headers }) => {
            if (status !== 405) return undefined
            const given = (headers.get('allow') ?? '').split(/\s*,\s*/)
            const isSame =
              given.length === expected.length && expected.every((method) => given.includes(method))
            return isSame ? undefined : `Allow: ${headers.get('allow') ?? 'none'}, not ${expected.join(', ')}`
          }),
        )
      },
    },
    {
      id: 'methods.preflight',
      clause: 'DECISIONS 7',
      holds: 'a preflight is 204, constant, and lets scripts send a key',
      async look(patient) {
        const ask = (origin: string) =>
          patient.ask('OPTIONS', KP, {
            headers: {
              origin,
              'access-control-request-method': 'GET',
              'access-control-request-headers': 'x-api-key',
            },
          })
        const [one, other] = [await ask('https://one.example'), await ask('https://other.example')]
        return [
          ...faults([one], 'status', ({ status, body }) =>
            status === 204 && body.byteLength === 0 ? undefined : `${status} with ${body.byteLength} bytes`,
          ),
          ...PREFLIGHT.flatMap(({ name, words }) =>
            faults([one], name, ({ headers }) => {
              const given = headers.get(name) ?? ''
              if (given !== (other.headers.get(name) ?? '')) return `${name} depends on the origin`
              const missing = words.filter((word) => !given.toLowerCase().includes(word))
              return missing.length > 0 ? `${name} without ${missing.join(', ')}` : undefined
            }),
          ),
        ]
      },
    },
    {
      id: 'order.key',
      clause: 'DECISIONS 6',
      holds: 'a key is asked for before parameters are looked at',
      look: async (patient) => faultOfError(await patient.get(BAD_OBJECT), 401, 'missing_key'),
    },
    {
      id: 'order.parameters',
      clause: 'DECISIONS 6',
      holds: 'with a key, a bad parameter is 400 invalid_parameter before data are fetched',
      look: async (patient) =>
        faultOfError(await patient.get(BAD_OBJECT, await keyHeaders(patient)), 400, 'invalid_parameter'),
    },
  ],
}

const PREFLIGHT = [
  { name: 'access-control-allow-methods', words: ['get', 'head', 'post', 'options'] },
  {
    name: 'access-control-allow-headers',
    words: ['authorization', 'x-api-key', 'content-type', 'if-none-match'],
  },
  { name: 'access-control-max-age', words: [] },
]
