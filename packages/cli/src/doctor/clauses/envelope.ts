import { type Breach, type Chapter, type Check, differences, faults, member, membersOf } from '#doctor/check'
import type { Exchange } from '#doctor/patient'
import { dataAnswer, dataAnswers, enveloped, goodAnswer, keyHeaders } from '#doctor/samples'
import { DENSITY, dataRoutes } from '#doctor/specification'

const ENVELOPE = ['source', 'fetched_at', 'valid_until', 'data']
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export const envelope: Chapter = {
  title: 'Data and their envelope',
  checks: [
    {
      id: 'data.answers',
      clause: 'SPEC 4.2, 7.2',
      holds: 'every data endpoint answers 200, or why not: 404 of a shell, 429, 502 or 503',
      async look(patient) {
        await keyHeaders(patient)
        const answers: Exchange[] = []
        for (const route of dataRoutes) answers.push(await dataAnswer(route, patient))
        return faults(answers, 'status', ({ path, status }) => {
          const excused = [200, 429, 502, 503, ...(path.startsWith('/shell/') ? [404] : [])]
          return excused.includes(status) ? undefined : `${status}`
        })
      },
    },
    {
      id: 'envelope.members',
      clause: 'SPEC 2.1',
      holds: 'a JSON success has exactly source, fetched_at, valid_until and data',
      look: async (patient) =>
        faults(await enveloped(patient), 'body', ({ json }) => differences(membersOf(json), ENVELOPE)),
    },
    {
      id: 'envelope.types',
      clause: 'SPEC 2.1',
      holds: 'source is a text, data an object, and both instants are ISO 8601 UTC',
      look: async (patient) => faults(await enveloped(patient), 'body', ({ json }) => typeFault(json)),
    },
    {
      id: 'data.members',
      clause: 'SPEC 2.3–2.5, DECISIONS 2',
      holds: 'data has the members of its endpoint, and kp no others',
      async look(patient) {
        const answers = await dataAnswers(patient)
        return answers.flatMap(({ route, exchange }) =>
          faults([exchange], 'body', ({ json }) => {
            const given = membersOf(member(json, 'data'))
            const others = route.members.includes('kp') ? [] : given
            return given.length === 0
              ? undefined
              : differences(given, [...new Set([...route.members, ...others])])
          }),
        )
      },
    },
    {
      id: 'data.source',
      clause: 'SPEC 2.3, DECISIONS 2',
      holds: 'the source is repeated inside data',
      look: async (patient) =>
        faults(exchangesOf(await dataAnswers(patient)), 'body', ({ json }) => {
          const [outer, inner] = [member(json, 'source'), member(member(json, 'data'), 'source')]
          // A source that is missing is named elsewhere.
          if (typeof outer !== 'string' || typeof inner !== 'string') return undefined
          return outer === inner
            ? undefined
            : `${JSON.stringify(inner)} in data, ${JSON.stringify(outer)} outside`
        }),
    },
    {
      id: 'data.instants',
      clause: 'DECISIONS 2',
      holds: 'as_of and every …_at in data is ISO 8601 UTC with Z, or null',
      look: async (patient) =>
        faults(exchangesOf(await dataAnswers(patient)), 'body', ({ json }) => {
          const data = member(json, 'data')
          const names = membersOf(data).filter((name) => name === 'as_of' || name.endsWith('_at'))
          const wrong = names.filter((name) => !isInstant(member(data, name)) && member(data, name) !== null)
          return wrong.length > 0 ? wrong.join(', ') : undefined
        }),
    },
    bins(),
  ],
}

function bins(): Check {
  return {
    id: 'data.bins',
    clause: 'SPEC 2.5, DECISIONS 2',
    holds: 'a shell has a bin for every step, each with place, density and objects, that add up',
    async look(patient): Promise<Breach[]> {
      const exchange = await goodAnswer(DENSITY, patient)
      return faults([exchange], 'body', ({ json }) => binFault(member(json, 'data')))
    },
  }
}

const BIN = ['latitude_deg', 'longitude_deg', 'density_per_km3', 'objects']

function binFault(data: unknown): string | undefined {
  const bins = member(data, 'bins')
  if (!Array.isArray(bins)) return undefined
  const wrong = bins.find((bin) => BIN.some((name) => typeof member(bin, name) !== 'number'))
  if (wrong !== undefined) return `a bin is ${JSON.stringify(wrong).slice(0, 60)}`
  const count =
    (180 / Number(member(data, 'latitude_step_deg'))) * (360 / Number(member(data, 'longitude_step_deg')))
  if (bins.length !== count) return `${bins.length} bins, not ${count}`
  const sum = bins.reduce((total: number, bin) => total + Number(member(bin, 'objects')), 0)
  const total = Number(member(data, 'objects_total'))
  return Math.abs(sum - total) > 0.01 * total + 0.1
    ? `${sum.toFixed(1)} objects in bins, ${total} in all`
    : undefined
}

function typeFault(json: unknown): string | undefined {
  const [source, data] = [member(json, 'source'), member(json, 'data')]
  // What is not there at all is named by the check of the members.
  if (source !== undefined && (typeof source !== 'string' || source === '')) return 'source is not a text'
  if (data !== undefined && (typeof data !== 'object' || data === null || Array.isArray(data)))
    return 'data is not an object'
  const wrong = ['fetched_at', 'valid_until'].find(
    (name) => member(json, name) !== undefined && !isInstant(member(json, name)),
  )
  return wrong && `${wrong} is ${JSON.stringify(member(json, wrong))}`
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
}

function exchangesOf(answers: readonly { readonly exchange: Exchange }[]): Exchange[] {
  return answers.map(({ exchange }) => exchange)
}
