import { type Chapter, faultOfError, faults, member } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { UPLOADED_BYTES, upload } from '#doctor/samples'

const FEW = 1_000

export const speedtest: Chapter = {
  title: 'Speed test',
  checks: [
    {
      id: 'speedtest.ping',
      clause: 'DECISIONS 3',
      holds: 'ping is 204, with nothing in it',
      look: async (patient) => faults([await ping(patient)], 'status', sizeFault(204, 0)),
    },
    {
      id: 'speedtest.down',
      clause: 'DECISIONS 3',
      holds: 'down sends as many bytes as asked, 100,000 when it is not said',
      look: async (patient) => [
        ...faults([await patient.get('/v1/speedtest/down')], 'body', sizeFault(200, 100_000)),
        ...faults([await down(patient)], 'body', sizeFault(200, FEW)),
      ],
    },
    {
      id: 'speedtest.most',
      clause: 'DECISIONS 3',
      holds: 'more than 250 MB are 400 invalid_parameter',
      look: async (patient) =>
        faultOfError(await patient.get('/v1/speedtest/down?bytes=250000001'), 400, 'invalid_parameter'),
    },
    {
      id: 'speedtest.up',
      clause: 'DECISIONS 3',
      holds: 'up counts what it was sent',
      look: async (patient) =>
        faults([await upload(patient)], 'body', ({ status, json }) => {
          if (status !== 200) return `${status}, not 200`
          const data = member(json, 'data')
          const [received, duration] = [member(data, 'received_bytes'), member(data, 'duration_ms')]
          if (typeof duration !== 'number') return 'without duration_ms'
          return received === UPLOADED_BYTES
            ? undefined
            : `${received} bytes, where ${UPLOADED_BYTES} were sent`
        }),
    },
    {
      id: 'speedtest.info',
      clause: 'DECISIONS 3',
      holds: 'info tells the version of IP, the time and the most bytes',
      look: async (patient) =>
        faults([await info(patient)], 'body', (exchange) => {
          const { status, json } = exchange
          // A status that another clause has named is not named again.
          if (status !== 200) return patient.isBlamed(exchange, 'status') ? undefined : `${status}, not 200`
          const data = member(json, 'data')
          const isKnown = [4, 6, null].includes(member(data, 'ip_version') as number | null)
          const isTimed = !Number.isNaN(Date.parse(String(member(data, 'server_time'))))
          return isKnown && isTimed && member(data, 'max_bytes') === 250_000_000
            ? undefined
            : (JSON.stringify(data) ?? 'no data').slice(0, 80)
        }),
    },
    ...[
      { name: 'cache-control', form: /^no-store$/, holds: 'nothing of a speed test is kept: no-store' },
      { name: 'server-timing', form: /./, holds: 'a speed test tells its own time in Server-Timing' },
      { name: 'timing-allow-origin', form: /^\*$/, holds: 'pages of any origin may read the timing' },
    ].map(({ name, form, holds }) => ({
      id: `speedtest.${name}`,
      clause: 'DECISIONS 3',
      holds,
      look: async (patient: Patient) => {
        const answers = [await ping(patient), await down(patient), await upload(patient), await info(patient)]
        return faults(answers, name, ({ headers }) => {
          const given = headers.get(name)
          return given !== null && form.test(given) ? undefined : `${name}: ${given ?? 'none'}`
        })
      },
    })),
  ],
}

function ping(patient: Patient): Promise<Exchange> {
  return patient.get('/v1/speedtest/ping')
}

function down(patient: Patient): Promise<Exchange> {
  return patient.get(`/v1/speedtest/down?bytes=${FEW}`)
}

function info(patient: Patient): Promise<Exchange> {
  return patient.get('/v1/speedtest/info')
}

function sizeFault(status: number, bytes: number) {
  return (exchange: Exchange) => {
    if (exchange.status !== status) return `${exchange.status}, not ${status}`
    return exchange.body.byteLength === bytes ? undefined : `${exchange.body.byteLength} bytes, not ${bytes}`
  }
}
