import {
  type CheckGroup,
  CODES,
  describeDifferences,
  getMember,
  memberNames,
  SkippedCheck,
  violations,
} from '#checks/check'
import { MARKER } from '#checks/expected-api'
import type { Exchange, Target } from '#checks/target'

const OWN_ID = 'doctor-chose-this-id'
const EXPOSED = ['x-service-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after']

/** Runs on the responses to all other checks. */
export const everyResponse: CheckGroup = {
  title: 'Every response',
  checks: [
    {
      id: 'answer.request-id',
      clause: 'C13.1',
      expects: 'every response has a unique x-service-request-id',
      run({ exchanges }) {
        const seen = new Set<string>()
        return violations(exchanges, 'x-service-request-id', ({ headers }) => {
          const id = headers.get('x-service-request-id')
          if (id === null) return 'without x-service-request-id'
          if (!/^[A-Za-z0-9_-]{8,64}$/.test(id)) return `x-service-request-id: ${id}`
          if (seen.has(id)) return `${id} was used twice`
          seen.add(id)
          return undefined
        })
      },
    },
    {
      id: 'answer.own-id',
      clause: 'C13.2',
      expects: 'a request id sent by the client is not adopted',
      run: async (target) =>
        violations(
          [await target.get('/v1/speedtest/ping', { 'x-service-request-id': OWN_ID })],
          'x-service-request-id',
          ({ headers }) =>
            headers.get('x-service-request-id') === OWN_ID ? 'the client’s id was adopted' : undefined,
        ),
    },
    {
      id: 'answer.nosniff',
      clause: 'C13.3',
      expects: 'every response has X-Content-Type-Options: nosniff',
      run: ({ exchanges }) => expectHeader(exchanges, 'x-content-type-options', 'nosniff'),
    },
    {
      id: 'answer.cors',
      clause: 'C6.8, C13.4',
      expects: 'every response allows all origins, except those of /v1/keys',
      run: ({ exchanges }) => [
        ...expectHeader(exchanges.filter(isCrossOrigin), 'access-control-allow-origin', '*'),
        ...violations(
          exchanges.filter((exchange) => !isCrossOrigin(exchange)),
          'access-control-allow-origin',
          ({ headers }) => {
            const given = headers.get('access-control-allow-origin')
            return given === null ? undefined : `access-control-allow-origin: ${given}`
          },
        ),
      ],
    },
    {
      id: 'answer.exposed',
      clause: 'C13.5',
      expects: 'every such response exposes the useful headers',
      run({ exchanges }) {
        return violations(exchanges.filter(isCrossOrigin), 'access-control-expose-headers', ({ headers }) => {
          const given = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/)
          const missing = EXPOSED.filter((name) => !given.includes(name))
          return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
        })
      },
    },
  ],
}

/** Runs on the error responses to all other checks. */
export const errors: CheckGroup = {
  title: 'Errors',
  checks: [
    {
      id: 'errors.shape',
      clause: 'C1.5, C7.8, C12.1',
      expects: 'an error is exactly {error, message}; 429 adds retry_after_seconds',
      run: (target) =>
        violations(errorsWithBody(target), 'body', ({ status, json }) => {
          const expected = ['error', 'message', ...(status === 429 ? ['retry_after_seconds'] : [])]
          const reason = describeDifferences(memberNames(json), expected)
          if (reason) return reason
          const isText = [getMember(json, 'error'), getMember(json, 'message')].every(
            (one) => typeof one === 'string' && one !== '',
          )
          return isText ? undefined : 'error and message must be non-empty strings'
        }),
    },
    {
      id: 'errors.codes',
      clause: 'C12.2',
      expects: 'every code is known and has its status',
      run: (target) =>
        violations(errorsWithBody(target), 'body', (exchange) => {
          const code = getMember(exchange.json, 'error')
          // A missing code is reported above, a wrong status by the check that expected another.
          if (typeof code !== 'string' || target.isAttributed(exchange, 'status')) return undefined
          const listed = Object.hasOwn(CODES, code) ? CODES[code] : undefined
          return listed === exchange.status ? undefined : `${exchange.status} with "${code}"`
        }),
    },
    {
      id: 'errors.media-type',
      clause: 'C12.3',
      expects: 'errors are application/json; charset=utf-8',
      run: (target) =>
        expectHeader(errorExchanges(target), 'content-type', 'application/json; charset=utf-8'),
    },
    {
      id: 'errors.no-store',
      clause: 'C12.4',
      expects: 'errors are no-store',
      run: (target) => expectHeader(errorExchanges(target), 'cache-control', 'no-store'),
    },
    {
      id: 'errors.challenge',
      clause: 'C5.9',
      expects: 'a 401 has WWW-Authenticate: Bearer',
      run: (target) =>
        expectHeader(
          errorExchanges(target).filter(({ status }) => status === 401),
          'www-authenticate',
          'Bearer',
        ),
    },
    {
      id: 'errors.silent',
      clause: 'C12.5',
      expects: 'errors repeat nothing of the request',
      run: (target) =>
        violations(errorsWithBody(target), 'body', ({ text }) =>
          text.includes(MARKER) ? 'it repeats a part of the request' : undefined,
        ),
    },
    {
      id: 'errors.retry-after',
      clause: 'C7.8, C8.5, C12.6, C12.7',
      expects: '429, 502, 503 and the 404 of a shell have Retry-After',
      run(target) {
        const waits = errorExchanges(target).filter(({ status, json }) => {
          return [429, 502, 503].includes(status) || getMember(json, 'error') === 'shell_not_populated'
        })
        if (waits.length === 0) throw new SkippedCheck('there was no such response')
        return violations(waits, 'retry-after', ({ status, headers, json }) => {
          const seconds = Number(headers.get('retry-after') ?? Number.NaN)
          if (!Number.isInteger(seconds) || seconds < 1)
            return `Retry-After: ${headers.get('retry-after') ?? 'none'}`
          const inBody = getMember(json, 'retry_after_seconds')
          return status === 429 && inBody !== seconds
            ? `Retry-After: ${seconds}, but ${inBody} in the body`
            : undefined
        })
      },
    },
  ],
}

/** Keys can be issued only by pages of the service's own site. */
function isCrossOrigin({ path }: Exchange): boolean {
  return path !== '/v1/keys'
}

function errorExchanges({ exchanges }: Target): Exchange[] {
  return exchanges.filter(({ status }) => status >= 400)
}

function errorsWithBody(target: Target): Exchange[] {
  return errorExchanges(target).filter(({ method }) => method !== 'HEAD')
}

function expectHeader(exchanges: readonly Exchange[], name: string, value: string) {
  return violations(exchanges, name, ({ headers }) => {
    const given = headers.get(name)
    return given === value ? undefined : given === null ? `without ${name}` : `${name}: ${given}`
  })
}
