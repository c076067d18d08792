import { type CheckGroup, failuresOfAll, getMember, splitHeader } from '#doctor/check'
import { MARKER } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

const OWN_ID = 'doctor-chose-this-id'
const EXPOSED = ['x-service-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after']

/** Runs on the responses to all other checks. */
export const responses: CheckGroup = {
  title: 'Every response',
  checks: [
    {
      id: 'answer.request-id',
      clause: 'C13.1',
      expects: 'every response has a unique x-service-request-id',
      async run({ exchanges }) {
        const seen = new Set<string>()
        return failuresOfAll(exchanges, ({ headers }) => {
          const id = headers.get('x-service-request-id')
          if (id === null) return 'without x-service-request-id'
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
      async run(target) {
        const exchange = await target.get('/v1/speedtest/ping', { 'x-service-request-id': OWN_ID })
        return failuresOfAll([exchange], ({ headers }) =>
          headers.get('x-service-request-id') === OWN_ID ? 'the client’s id was adopted' : undefined,
        )
      },
    },
    {
      id: 'answer.exposed',
      clause: 'C13.5',
      expects: 'every response outside /v1/keys exposes the useful headers to browsers',
      run: async ({ exchanges }) =>
        failuresOfAll(
          exchanges.filter(({ path }) => path !== '/v1/keys'),
          (exchange) => {
            const given = splitHeader(exchange, 'access-control-expose-headers')
            const missing = EXPOSED.filter((name) => !given.includes(name))
            return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
          },
        ),
    },
    {
      id: 'answer.policy',
      clause: 'C11.9',
      expects: 'HTML pages have a Content-Security-Policy without unsafe sources',
      run: async ({ exchanges }) =>
        failuresOfAll(exchanges.filter(isPage), ({ headers }) => {
          const given = headers.get('content-security-policy')
          if (given === null) return 'without Content-Security-Policy'
          return given.includes('unsafe-') ? given.slice(0, 80) : undefined
        }),
    },
    {
      id: 'answer.secrets',
      clause: 'C15.8',
      expects: 'no response contains the key or the secret of a webhook',
      run: async ({ exchanges, key }) =>
        failuresOfAll(exchanges, ({ path, text }) => {
          if (path === '/v1/keys') return undefined
          const hasSecret = path.startsWith('/v1/webhooks') && /"secret"|whsec_/.test(text)
          return hasSecret || (key !== undefined && text.includes(key)) ? 'it contains a secret' : undefined
        }),
    },
    {
      id: 'errors.silent',
      clause: 'C12.5',
      expects: 'errors repeat nothing of the request',
      run: async (target) =>
        failuresOfAll(errorsOf(target), ({ text }) =>
          text.includes(MARKER) ? 'it repeats a part of the request' : undefined,
        ),
    },
    {
      id: 'errors.retry-after',
      clause: 'C7.8',
      expects: 'the body of a 429 repeats the seconds of Retry-After',
      run: async (target) =>
        failuresOfAll(errorsOf(target), ({ status, headers, json }) => {
          const [given, inBody] = [headers.get('retry-after'), getMember(json, 'retry_after_seconds')]
          const isSame = status !== 429 || given === String(inBody)
          return isSame ? undefined : `Retry-After: ${given}, but ${inBody} in the body`
        }),
    },
  ],
}

function isPage({ headers }: Exchange): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

function errorsOf({ exchanges }: Target): Exchange[] {
  return exchanges.filter(({ method, status }) => status >= 400 && method !== 'HEAD')
}
