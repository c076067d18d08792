import type { Reply, World } from './world.ts'

export const KP = '/v1/space-weather/kp'

/**
 * Counted requests by what they end in; a failure is given back, and so is a 304 unless any copy would have
 * done.
 */
export const ENDS = {
  ok: { path: KP, status: 200 },
  head: { path: KP, status: 200, method: 'HEAD' },
  any: { path: KP, status: 304, headers: [['if-none-match', '*']] },
  badParameter: { path: '/v1/objects/0', status: 400 },
  notThere: { path: '/shell/density/400', status: 404 },
  down: { path: '/v1/launches/upcoming', status: 503 },
} as const satisfies Record<string, { path: string; status: number; method?: string; headers?: Headers }>

export type Headers = readonly (readonly [name: string, value: string])[]
export type End = keyof typeof ENDS

export const bearer = (key: string): Headers => [['authorization', `Bearer ${key}`]]
export const apiKey = (key: string): Headers => [['x-api-key', key]]

/** The ways to present a key; of two keys the Bearer token counts. */
export const FORMS = {
  bearer,
  apiKey,
  both: (key: string) => [...bearer(key), ...apiKey(key)],
  behindGateway: (key: string) => [...bearer('of.a.gateway'), ...apiKey(key)],
  besideAnother: (key: string, other: string) => [...bearer(key), ...apiKey(other)],
} as const satisfies Record<string, (key: string, other: string) => Headers>

export const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

/** Ends to draw from: most requests of a day are good ones. */
export const ends: readonly End[] = ['ok', 'ok', 'ok', ...names(ENDS)]

/** Sends the request that ends so, with whatever is presented as a key. */
export function askFor(end: End, instance: number, presented: Headers, world: World): Promise<Reply> {
  const { path, ...asking }: { path: string; method?: string; headers?: Headers } = ENDS[end]
  return world.ask(instance, path, { ...asking, headers: [...presented, ...(asking.headers ?? [])] })
}
