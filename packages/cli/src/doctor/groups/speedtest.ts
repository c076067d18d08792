import { type CheckGroup, failures, getMember } from '#doctor/check'

const BYTES = 1_000
const MAX_BYTES = 250_000_000

export const speedtest: CheckGroup = {
  title: 'Speed test',
  checks: [
    {
      id: 'speedtest.down',
      clause: 'C10.3',
      expects: 'down sends the requested number of bytes, 100,000 by default',
      async run(target) {
        const sizes = [
          { exchange: await target.get('/v1/speedtest/down'), expected: 100_000 },
          { exchange: await target.get(`/v1/speedtest/down?bytes=${BYTES}`), expected: BYTES },
        ]
        return sizes.flatMap(({ exchange, expected }) =>
          failures([exchange], ({ body }) =>
            body.byteLength === expected ? undefined : `${body.byteLength} bytes, expected ${expected}`,
          ),
        )
      },
    },
    {
      id: 'speedtest.up',
      clause: 'C10.5',
      expects: 'up counts the received bytes',
      async run(target) {
        const exchange = await target.request('POST', '/v1/speedtest/up', {
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(BYTES),
        })
        return failures([exchange], ({ status, json }) => {
          if (status !== 200) return `${status}, expected 200`
          const received = getMember(getMember(json, 'data'), 'received_bytes')
          return received === BYTES ? undefined : `${received} bytes, but ${BYTES} were sent`
        })
      },
    },
    {
      id: 'speedtest.most',
      clause: 'C10.4, C10.6',
      expects: 'at most 250 MB are transferred',
      run: async (target) =>
        failures([await target.get('/v1/speedtest/info')], ({ status, json }) => {
          if (status !== 200) return `${status}, expected 200`
          const given = getMember(getMember(json, 'data'), 'max_bytes')
          return given === MAX_BYTES ? undefined : `max_bytes is ${given}, expected ${MAX_BYTES}`
        }),
    },
  ],
}
