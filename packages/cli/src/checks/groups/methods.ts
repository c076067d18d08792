import { type CheckGroup, errorViolations, violations } from '#checks/check'
import { KP, MARKER } from '#checks/expected-api'
import { keyHeaders } from '#checks/sample-requests'

const BAD_OBJECT = `/v1/objects/${MARKER}`

export const methods: CheckGroup = {
  title: 'Methods and order of checks',
  checks: [
    {
      id: 'order.route',
      clause: 'C4.6, C12.8',
      expects: 'unknown paths are 404 not_found, with any method and without a key',
      async run(target) {
        const answers = [
          await target.get(`/v1/${MARKER}`),
          await target.get(`${KP}/`),
          await target.request('DELETE', `/${MARKER}`),
        ]
        return answers.flatMap((answer) => errorViolations(answer, 404, 'not_found'))
      },
    },
    {
      id: 'order.method',
      clause: 'C12.9',
      expects: 'unsupported methods are 405 method_not_allowed, before the key is checked',
      async run(target) {
        const answers = [
          await target.request('PUT', KP),
          await target.request('DELETE', '/ref/tiers'),
          await target.get('/v1/keys'),
        ]
        return answers.flatMap((answer) => errorViolations(answer, 405, 'method_not_allowed'))
      },
    },
    {
      id: 'methods.allow',
      clause: 'C13.6',
      expects: 'a 405 lists the supported methods in Allow',
      async run(target) {
        const cases = [
          { exchange: await target.request('PUT', KP), expected: ['GET', 'HEAD', 'OPTIONS'] },
          { exchange: await target.request('DELETE', '/ref/tiers'), expected: ['GET', 'HEAD', 'OPTIONS'] },
          { exchange: await target.get('/v1/keys'), expected: ['POST', 'OPTIONS'] },
        ]
        return cases.flatMap(({ exchange, expected }) =>
          violations([exchange], 'allow', ({ status, headers }) => {
            if (status !== 405) return undefined
            const given = (headers.get('allow') ?? '').split(/\s*,\s*/)
            const isSame =
              given.length === expected.length && expected.every((method) => given.includes(method))
            return isSame
              ? undefined
              : `Allow: ${headers.get('allow') ?? 'none'}, expected ${expected.join(', ')}`
          }),
        )
      },
    },
    {
      id: 'methods.preflight',
      clause: 'C13.7',
      expects: 'preflights respond 204, equal for all origins, and allow the key headers',
      async run(target) {
        const preflight = (origin: string) =>
          target.request('OPTIONS', KP, {
            headers: {
              origin,
              'access-control-request-method': 'GET',
              'access-control-request-headers': 'x-api-key',
            },
          })
        const [one, other] = [
          await preflight('https://one.example'),
          await preflight('https://other.example'),
        ]
        return [
          ...violations([one], 'status', ({ status, body }) =>
            status === 204 && body.byteLength === 0 ? undefined : `${status} with ${body.byteLength} bytes`,
          ),
          ...PREFLIGHT.flatMap(({ name, tokens }) =>
            violations([one], name, ({ headers }) => {
              const given = headers.get(name) ?? ''
              if (given !== (other.headers.get(name) ?? '')) return `${name} depends on the origin`
              const missing = tokens.filter((token) => !given.toLowerCase().includes(token))
              return missing.length > 0 ? `${name} without ${missing.join(', ')}` : undefined
            }),
          ),
        ]
      },
    },
    {
      id: 'order.key',
      clause: 'C12.10',
      expects: 'the key is checked before parameters',
      run: async (target) => errorViolations(await target.get(BAD_OBJECT), 401, 'missing_key'),
    },
    {
      id: 'order.parameters',
      clause: 'C12.11',
      expects: 'parameters are checked before data are fetched: 400 invalid_parameter',
      run: async (target) =>
        errorViolations(await target.get(BAD_OBJECT, await keyHeaders(target)), 400, 'invalid_parameter'),
    },
  ],
}

const PREFLIGHT = [
  { name: 'access-control-allow-methods', tokens: ['get', 'head', 'post', 'patch', 'delete', 'options'] },
  {
    name: 'access-control-allow-headers',
    tokens: ['authorization', 'x-api-key', 'content-type', 'if-none-match', 'idempotency-key'],
  },
  { name: 'access-control-max-age', tokens: [] },
]
