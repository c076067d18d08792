import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Schemas = components['schemas']

/** Reads one answer of each form from the server at that address, through a client of the generated types. */
export async function readEverything(baseUrl: string, apiKey: string) {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: { 'x-api-key': apiKey } })

  const { data: kp } = await client.GET('/v1/space-weather/kp')
  if (!kp) throw new Error('no Kp')
  const index: number = kp.data.kp
  const { data: answer } = kp
  const named: Schemas['Kp'] = answer

  const { data: launches } = await client.GET('/v1/launches/upcoming')
  const first: Schemas['Launch'] | undefined = launches?.data.launches[0]
  const latitude: number | null | undefined = first?.pad?.latitude_deg

  const { data: object } = await client.GET('/v1/objects/{norad_id}', {
    params: { path: { norad_id: 25544 } },
  })
  const lines: (string | null)[] = object ? [object.data.tle_line1, object.data.tle_line2] : []

  const { data: tle } = await createClient<paths>({ baseUrl }).GET('/v1/tle/{group}', {
    params: { path: { group: 'stations' } },
    parseAs: 'text',
  })

  const { data: status } = await client.GET('/status')
  const feeds: Schemas['UpstreamStatus'][] = status?.data.upstreams ?? []

  const { data: nothing, error: unknown } = await client.GET('/shell/diff')
  const code: Schemas['Problem']['error'] | undefined = nothing ? undefined : unknown.error

  const stranger = createClient<paths>({ baseUrl, headers: { 'x-api-key': 'not-a-key' } })
  const { error: refused, response } = await stranger.GET('/v1/space-weather/kp')

  // @ts-expect-error there is no such member
  const absent = kp.data.nothing
  // @ts-expect-error the first of a list that may be empty
  const name: string = launches?.data.launches[0].name
  // @ts-expect-error null where the provider has no value
  const vehicle: string = first?.vehicle
  // @ts-expect-error the path has a parameter
  const all = () => client.GET('/v1/objects/{norad_id}')
  // @ts-expect-error there is no such path
  const elsewhere = () => client.GET('/v1/space-weather/kpp')
  // @ts-expect-error the body has a label
  const unlabelled = () => client.POST('/v1/keys', { body: {} })

  return {
    index,
    named,
    first,
    latitude,
    lines,
    tle,
    feeds,
    code,
    refused: { error: refused?.error, status: response.status },
    wrong: { absent, name, vehicle, all, elsewhere, unlabelled },
  }
}
