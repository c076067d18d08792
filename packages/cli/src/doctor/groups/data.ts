import { type CheckGroup, failures, getList, getMember, SkippedCheck } from '#doctor/check'
import { answeredOperations, DENSITY } from '#doctor/demanded'
import { requestData, requestExample, requestExamples } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

const HOUR_MS = 3_600_000
/** Statuses that limits, providers and the store may cause. */
const OUTAGES = [429, 502, 503]

export const data: CheckGroup = {
  title: 'Data',
  checks: [
    {
      id: 'data.answers',
      clause: 'C1.5, C4.1, C4.2, C10.1',
      expects: 'documented examples have a documented status; paths of the contract return 200 or an outage',
      async run(target) {
        return (await requestExamples(target)).flatMap(({ operation, exchange }) => {
          const isAnswered = answeredOperations.includes(`GET ${operation.template}`)
          const declared = Object.keys(operation.responses).map(Number)
          const expected = isAnswered
            ? [...OUTAGES, 200, 204, ...(operation.template.startsWith('/shell/') ? [404] : [])]
            : declared.filter((status) => ![401, 405, 500].includes(status))
          return failures([exchange], ({ status }) => (expected.includes(status) ? undefined : `${status}`))
        })
      },
    },
    {
      id: 'data.available',
      clause: 'C12.6',
      expects: 'every path of the contract returns data',
      async run(target) {
        const demanded = (await requestExamples(target)).filter(({ operation }) =>
          answeredOperations.includes(`GET ${operation.template}`),
        )
        const without = demanded.filter(({ exchange: { status } }) => [502, 503].includes(status))
        if (without.length === 0) return []
        // An outage of a provider violates nothing, but its data could not be checked.
        throw new SkippedCheck(without.map(({ exchange }) => describeError(exchange)).join('; '))
      },
    },
    {
      id: 'data.source',
      clause: 'C1.1, C1.3',
      expects: 'data repeats the source of the envelope, which is not empty',
      run: async (target) =>
        failures(await requestDataExchanges(target), ({ json }) => {
          const [outer, inner] = [getMember(json, 'source'), getMember(getMember(json, 'data'), 'source')]
          if (outer === '') return 'source is empty'
          return outer === inner
            ? undefined
            : `${JSON.stringify(inner)} in data, ${JSON.stringify(outer)} in the envelope`
        }),
    },
    {
      id: 'data.recent',
      clause: 'C2.6, C3.2',
      expects: 'a measurement is at most 6 h old when it is fetched, and not from the future',
      async run(target) {
        const exchanges = await requestDataExchanges(target)
        const measured = exchanges.filter(({ path }) => path.startsWith('/v1/space-weather/'))
        return failures(measured, ({ json }) => {
          const asOf = Date.parse(String(getMember(getMember(json, 'data'), 'as_of')))
          const ageMs = Date.parse(String(getMember(json, 'fetched_at'))) - asOf
          const isSound = Number.isNaN(ageMs) || (ageMs >= -HOUR_MS / 12 && ageMs <= 6 * HOUR_MS)
          return isSound ? undefined : `as_of is ${Math.round(ageMs / 1_000)} s before fetched_at`
        })
      },
    },
    {
      id: 'data.flare-class',
      clause: 'C3.7',
      expects: 'flare_class is the truncated flux',
      async run(target) {
        return failures([await requestExample('/v1/space-weather/xray', target)], ({ json }) => {
          const [flux, given] = ['flux_w_m2', 'flare_class'].map((name) =>
            getMember(getMember(json, 'data'), name),
          )
          if (typeof flux !== 'number' || typeof given !== 'string') return undefined
          const base = BASE_OF_CLASS[given.charAt(0)] ?? Number.NaN
          const tenths = Math.round(Number(given.slice(1)) * 10)
          // Products of floating-point numbers are off by some 1e-16.
          const isTruncated = Math.floor((flux / base) * 10 + 1e-6) === tenths
          return isTruncated ? undefined : `${given} with ${flux} W/m²`
        })
      },
    },
    {
      id: 'data.arrivals',
      clause: 'C4.26',
      expects: 'arrivals are in order, each between earliest and latest, and in the future if it is expected',
      async run(target) {
        return failures([await requestExample('/v1/space-weather/arrivals', target)], (exchange) => {
          const instantOf = (of: unknown, name: string) => Date.parse(String(getMember(of, name)))
          const whole = getMember(exchange.json, 'data')
          const errorMs = Number(getMember(whole, 'stated_error_hours')) * HOUR_MS
          const listed = getList(exchange, 'arrivals')
          const times = listed.map((each) => instantOf(each, 'arrival_time'))
          if (times.some((at, i) => at < (times[i - 1] ?? 0))) return 'they are not in order'
          const isSound = (each: unknown, i: number) => {
            const at = times[i] ?? Number.NaN
            const isAhead = at > instantOf(whole, 'as_of')
            return (
              instantOf(each, 'earliest') === at - errorMs &&
              instantOf(each, 'latest') === at + errorMs &&
              (getMember(each, 'state') === 'expected') === isAhead
            )
          }
          return listed.every(isSound) ? undefined : 'one contradicts the stated error or its state'
        })
      },
    },
    {
      id: 'data.bins',
      clause: 'C8.2, C8.3',
      expects: 'a shell has a bin for every step, and the bins add up to its total',
      async run(target) {
        return failures([await requestExample(DENSITY, target)], (exchange) => {
          const shell = getMember(exchange.json, 'data')
          const number = (name: string) => Number(getMember(shell, name))
          const bins = getList(exchange, 'bins')
          const count = (180 / number('latitude_step_deg')) * (360 / number('longitude_step_deg'))
          if (bins.length !== count) return `${bins.length} bins, expected ${count}`
          const sum = bins.reduce((total: number, bin) => total + Number(getMember(bin, 'objects')), 0)
          const total = number('objects_total')
          return Math.abs(sum - total) > 0.01 * total + 0.1
            ? `${sum.toFixed(1)} objects in bins, ${total} in total`
            : undefined
        })
      },
    },
  ],
}

function describeError({ path, status, json }: Exchange): string {
  return `${path} returned ${status} ${getMember(json, 'error')}: ${getMember(json, 'message')}`
}

/** Flux of the number 1 of each class in W/m². */
const BASE_OF_CLASS: Readonly<Record<string, number>> = { A: 1e-8, B: 1e-7, C: 1e-6, M: 1e-5, X: 1e-4 }

async function requestDataExchanges(target: Target): Promise<Exchange[]> {
  return (await requestData(target)).map(({ exchange }) => exchange)
}
