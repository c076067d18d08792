import {
  type Check,
  type CheckGroup,
  describeDifferences,
  getMember,
  memberNames,
  type Violation,
  violations,
} from '#checks/check'
import { DENSITY, dataRoutes } from '#checks/expected-api'
import {
  keyHeaders,
  requestAllData,
  requestData,
  requestEnveloped,
  requestValidData,
} from '#checks/sample-requests'
import type { Exchange } from '#checks/target'

const ENVELOPE = ['source', 'fetched_at', 'valid_until', 'data']
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export const envelope: CheckGroup = {
  title: 'Data and envelope',
  checks: [
    {
      id: 'data.answers',
      clause: 'C1.5, C4.1, C4.2',
      expects: 'every data endpoint responds 200, or 429, 502, 503, or 404 for a shell',
      async run(target) {
        await keyHeaders(target)
        const answers: Exchange[] = []
        for (const route of dataRoutes) answers.push(await requestData(route, target))
        return violations(answers, 'status', ({ path, status }) => {
          const excused = [200, 429, 502, 503, ...(path.startsWith('/shell/') ? [404] : [])]
          return excused.includes(status) ? undefined : `${status}`
        })
      },
    },
    {
      id: 'envelope.members',
      clause: 'C1.1, C1.4',
      expects: 'JSON responses have exactly source, fetched_at, valid_until and data',
      run: async (target) =>
        violations(await requestEnveloped(target), 'body', ({ json }) =>
          describeDifferences(memberNames(json), ENVELOPE),
        ),
    },
    {
      id: 'envelope.types',
      clause: 'C1.1, C1.2',
      expects: 'source is a string, data an object, and both instants are ISO 8601 UTC',
      run: async (target) =>
        violations(await requestEnveloped(target), 'body', ({ json }) => checkTypes(json)),
    },
    {
      id: 'data.members',
      clause: 'C3.4',
      expects: 'data has the members of its endpoint; kp has no others',
      async run(target) {
        const answers = await requestAllData(target)
        return answers.flatMap(({ route, exchange }) =>
          violations([exchange], 'body', ({ json }) => {
            const given = memberNames(getMember(json, 'data'))
            const others = route.members.includes('kp') ? [] : given
            return given.length === 0
              ? undefined
              : describeDifferences(given, [...new Set([...route.members, ...others])])
          }),
        )
      },
    },
    {
      id: 'data.source',
      clause: 'C1.3',
      expects: 'data repeats the source',
      run: async (target) =>
        violations(toExchanges(await requestAllData(target)), 'body', ({ json }) => {
          const [outer, inner] = [getMember(json, 'source'), getMember(getMember(json, 'data'), 'source')]
          // A missing source is reported by `envelope.members` and `data.members`.
          if (typeof outer !== 'string' || typeof inner !== 'string') return undefined
          return outer === inner
            ? undefined
            : `${JSON.stringify(inner)} in data, ${JSON.stringify(outer)} in the envelope`
        }),
    },
    {
      id: 'data.instants',
      clause: 'C3.2',
      expects: 'as_of and all …_at members are ISO 8601 UTC with Z, or null',
      run: async (target) =>
        violations(toExchanges(await requestAllData(target)), 'body', ({ json }) => {
          const data = getMember(json, 'data')
          const names = memberNames(data).filter((name) => name === 'as_of' || name.endsWith('_at'))
          const wrong = names.filter(
            (name) => !isInstant(getMember(data, name)) && getMember(data, name) !== null,
          )
          return wrong.length > 0 ? wrong.join(', ') : undefined
        }),
    },
    binsCheck(),
  ],
}

function binsCheck(): Check {
  return {
    id: 'data.bins',
    clause: 'C8.2, C8.3',
    expects: 'a shell has a bin for every step, and the bins add up to its total',
    async run(target): Promise<Violation[]> {
      const exchange = await requestValidData(DENSITY, target)
      return violations([exchange], 'body', ({ json }) => checkBins(getMember(json, 'data')))
    },
  }
}

const BIN = ['latitude_deg', 'longitude_deg', 'density_per_km3', 'objects']

function checkBins(data: unknown): string | undefined {
  const bins = getMember(data, 'bins')
  if (!Array.isArray(bins)) return undefined
  const wrong = bins.find((bin) => BIN.some((name) => typeof getMember(bin, name) !== 'number'))
  if (wrong !== undefined) return `a bin is ${JSON.stringify(wrong).slice(0, 60)}`
  const count =
    (180 / Number(getMember(data, 'latitude_step_deg'))) *
    (360 / Number(getMember(data, 'longitude_step_deg')))
  if (bins.length !== count) return `${bins.length} bins, expected ${count}`
  const sum = bins.reduce((total: number, bin) => total + Number(getMember(bin, 'objects')), 0)
  const total = Number(getMember(data, 'objects_total'))
  return Math.abs(sum - total) > 0.01 * total + 0.1
    ? `${sum.toFixed(1)} objects in bins, ${total} in total`
    : undefined
}

function checkTypes(json: unknown): string | undefined {
  const [source, data] = [getMember(json, 'source'), getMember(json, 'data')]
  // Missing members are reported by `envelope.members`.
  if (source !== undefined && (typeof source !== 'string' || source === '')) return 'source is not a string'
  if (data !== undefined && (typeof data !== 'object' || data === null || Array.isArray(data)))
    return 'data is not an object'
  const wrong = ['fetched_at', 'valid_until'].find(
    (name) => getMember(json, name) !== undefined && !isInstant(getMember(json, name)),
  )
  return wrong && `${wrong} is ${JSON.stringify(getMember(json, wrong))}`
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
}

function toExchanges(answers: readonly { readonly exchange: Exchange }[]): Exchange[] {
  return answers.map(({ exchange }) => exchange)
}
