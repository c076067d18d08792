import { type CheckGroup, errorViolations, getMember, violations } from '#checks/check'
import { postUpload, UPLOADED_BYTES } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

const FEW = 1_000

export const speedtest: CheckGroup = {
  title: 'Speed test',
  checks: [
    {
      id: 'speedtest.ping',
      clause: 'C10.2',
      expects: 'ping responds 204 without a body',
      run: async (target) => violations([await ping(target)], 'status', expectSize(204, 0)),
    },
    {
      id: 'speedtest.down',
      clause: 'C10.3',
      expects: 'down sends the requested number of bytes, 100,000 by default',
      run: async (target) => [
        ...violations([await target.get('/v1/speedtest/down')], 'body', expectSize(200, 100_000)),
        ...violations([await down(target)], 'body', expectSize(200, FEW)),
      ],
    },
    {
      id: 'speedtest.most',
      clause: 'C10.4',
      expects: 'more than 250 MB are 400 invalid_parameter',
      run: async (target) =>
        errorViolations(await target.get('/v1/speedtest/down?bytes=250000001'), 400, 'invalid_parameter'),
    },
    {
      id: 'speedtest.up',
      clause: 'C10.5',
      expects: 'up counts the received bytes',
      run: async (target) =>
        violations([await postUpload(target)], 'body', ({ status, json }) => {
          if (status !== 200) return `${status}, expected 200`
          const data = getMember(json, 'data')
          const [received, duration] = [getMember(data, 'received_bytes'), getMember(data, 'duration_ms')]
          if (typeof duration !== 'number') return 'without duration_ms'
          return received === UPLOADED_BYTES
            ? undefined
            : `${received} bytes, but ${UPLOADED_BYTES} were sent`
        }),
    },
    {
      id: 'speedtest.info',
      clause: 'C10.6',
      expects: 'info has the IP version, the server time and the byte limit',
      run: async (target) =>
        violations([await info(target)], 'body', (exchange) => {
          const { status, json } = exchange
          // A status that another check has reported is not repeated.
          if (status !== 200)
            return target.isAttributed(exchange, 'status') ? undefined : `${status}, expected 200`
          const data = getMember(json, 'data')
          const isKnown = [4, 6, null].includes(getMember(data, 'ip_version') as number | null)
          const isTimed = !Number.isNaN(Date.parse(String(getMember(data, 'server_time'))))
          return isKnown && isTimed && getMember(data, 'max_bytes') === 250_000_000
            ? undefined
            : (JSON.stringify(data) ?? 'no data').slice(0, 80)
        }),
    },
    ...[
      { name: 'cache-control', form: /^no-store$/, expects: 'speed test responses are no-store' },
      { name: 'server-timing', form: /./, expects: 'speed test responses have Server-Timing' },
      { name: 'timing-allow-origin', form: /^\*$/, expects: 'all origins may read the timing' },
    ].map(({ name, form, expects }) => ({
      id: `speedtest.${name}`,
      clause: 'C10.7',
      expects,
      run: async (target: Target) => {
        const answers = [await ping(target), await down(target), await postUpload(target), await info(target)]
        return violations(answers, name, ({ headers }) => {
          const given = headers.get(name)
          return given !== null && form.test(given) ? undefined : `${name}: ${given ?? 'none'}`
        })
      },
    })),
  ],
}

function ping(target: Target): Promise<Exchange> {
  return target.get('/v1/speedtest/ping')
}

function down(target: Target): Promise<Exchange> {
  return target.get(`/v1/speedtest/down?bytes=${FEW}`)
}

function info(target: Target): Promise<Exchange> {
  return target.get('/v1/speedtest/info')
}

function expectSize(status: number, bytes: number) {
  return (exchange: Exchange) => {
    if (exchange.status !== status) return `${exchange.status}, expected ${status}`
    return exchange.body.byteLength === bytes
      ? undefined
      : `${exchange.body.byteLength} bytes, expected ${bytes}`
  }
}
