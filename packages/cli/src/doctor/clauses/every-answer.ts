import { type Chapter, CODES, differences, faults, member, membersOf, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { MARKER } from '#doctor/specification'

const OWN_ID = 'doctor-chose-this-id'
const EXPOSED = ['x-service-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after']

/** Held against all that was answered to any other check. */
export const everyAnswer: Chapter = {
  title: 'Every answer',
  checks: [
    {
      id: 'answer.request-id',
      clause: 'SPEC 4',
      holds: 'every answer has an x-service-request-id of its own',
      look({ exchanges }) {
        const seen = new Set<string>()
        return faults(exchanges, 'x-service-request-id', ({ headers }) => {
          const id = headers.get('x-service-request-id')
          if (id === null) return 'without x-service-request-id'
          if (!/^[A-Za-z0-9_-]{8,64}$/.test(id)) return `x-service-request-id: ${id}`
          if (seen.has(id)) return `${id} a second time`
          seen.add(id)
          return undefined
        })
      },
    },
    {
      id: 'answer.own-id',
      clause: 'DECISIONS 7',
      holds: 'an id that a client chose is not taken over',
      look: async (patient) =>
        faults(
          [await patient.get('/v1/speedtest/ping', { 'x-service-request-id': OWN_ID })],
          'x-service-request-id',
          ({ headers }) =>
            headers.get('x-service-request-id') === OWN_ID ? 'the client’s own id came back' : undefined,
        ),
    },
    {
      id: 'answer.nosniff',
      clause: 'DECISIONS 7',
      holds: 'every answer has X-Content-Type-Options: nosniff',
      look: ({ exchanges }) => constant(exchanges, 'x-content-type-options', 'nosniff'),
    },
    {
      id: 'answer.cors',
      clause: 'DECISIONS 7',
      holds: 'scripts of every origin may read every answer but those of /v1/keys',
      look: ({ exchanges }) => [
        ...constant(exchanges.filter(isShared), 'access-control-allow-origin', '*'),
        ...faults(
          exchanges.filter((exchange) => !isShared(exchange)),
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
      clause: 'DECISIONS 7',
      holds: 'every such answer lets scripts read the useful headers',
      look({ exchanges }) {
        return faults(exchanges.filter(isShared), 'access-control-expose-headers', ({ headers }) => {
          const given = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/)
          const missing = EXPOSED.filter((name) => !given.includes(name))
          return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
        })
      },
    },
  ],
}

/** Held against all errors that were answered to any other check. */
export const errors: Chapter = {
  title: 'Errors',
  checks: [
    {
      id: 'errors.shape',
      clause: 'SPEC 7.1',
      holds: 'an error is {error, message} and nothing else; 429 adds retry_after_seconds',
      look: (patient) =>
        faults(withBody(patient), 'body', ({ status, json }) => {
          const expected = ['error', 'message', ...(status === 429 ? ['retry_after_seconds'] : [])]
          const fault = differences(membersOf(json), expected)
          if (fault) return fault
          const isText = [member(json, 'error'), member(json, 'message')].every(
            (one) => typeof one === 'string' && one !== '',
          )
          return isText ? undefined : 'error and message are not both texts'
        }),
    },
    {
      id: 'errors.codes',
      clause: 'DECISIONS 6',
      holds: 'every code is one of the list, with the status that it has there',
      look: (patient) =>
        faults(withBody(patient), 'body', (exchange) => {
          const code = member(exchange.json, 'error')
          // A body without a code is named above, a wrong status by the clause that asked for another.
          if (typeof code !== 'string' || patient.isBlamed(exchange, 'status')) return undefined
          const listed = Object.hasOwn(CODES, code) ? CODES[code] : undefined
          return listed === exchange.status ? undefined : `${exchange.status} with "${code}"`
        }),
    },
    {
      id: 'errors.media-type',
      clause: 'DECISIONS 6',
      holds: 'an error is application/json; charset=utf-8',
      look: (patient) => constant(failed(patient), 'content-type', 'application/json; charset=utf-8'),
    },
    {
      id: 'errors.no-store',
      clause: 'DECISIONS 6',
      holds: 'an error is never kept: no-store',
      look: (patient) => constant(failed(patient), 'cache-control', 'no-store'),
    },
    {
      id: 'errors.challenge',
      clause: 'DECISIONS 4',
      holds: 'a 401 names the scheme: WWW-Authenticate: Bearer',
      look: (patient) =>
        constant(
          failed(patient).filter(({ status }) => status === 401),
          'www-authenticate',
          'Bearer',
        ),
    },
    {
      id: 'errors.silent',
      clause: 'DECISIONS 6',
      holds: 'an error repeats nothing of the request',
      look: (patient) =>
        faults(withBody(patient), 'body', ({ text }) =>
          text.includes(MARKER) ? 'what was asked for came back' : undefined,
        ),
    },
    {
      id: 'errors.retry-after',
      clause: 'SPEC 7.2, DECISIONS 1, 6',
      holds: '429, 502, 503 and the 404 of a shell say in Retry-After how long to wait',
      look(patient) {
        const waits = failed(patient).filter(({ status, json }) => {
          return [429, 502, 503].includes(status) || member(json, 'error') === 'shell_not_populated'
        })
        if (waits.length === 0) throw new NotChecked('no such answer was met')
        return faults(waits, 'retry-after', ({ status, headers, json }) => {
          const seconds = Number(headers.get('retry-after') ?? Number.NaN)
          if (!Number.isInteger(seconds) || seconds < 1)
            return `Retry-After: ${headers.get('retry-after') ?? 'none'}`
          const inBody = member(json, 'retry_after_seconds')
          return status === 429 && inBody !== seconds
            ? `Retry-After: ${seconds}, in the body ${inBody}`
            : undefined
        })
      },
    },
  ],
}

/** A key is for pages of the service's own site alone. */
function isShared({ path }: Exchange): boolean {
  return path !== '/v1/keys'
}

function failed({ exchanges }: Patient): Exchange[] {
  return exchanges.filter(({ status }) => status >= 400)
}

function withBody(patient: Patient): Exchange[] {
  return failed(patient).filter(({ method }) => method !== 'HEAD')
}

function constant(exchanges: readonly Exchange[], name: string, value: string) {
  return faults(exchanges, name, ({ headers }) => {
    const given = headers.get(name)
    return given === value ? undefined : given === null ? `without ${name}` : `${name}: ${given}`
  })
}
