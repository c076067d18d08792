import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A test of http-tests/cache-tests, as its data have it. */
interface CacheTest {
  readonly id: string
  readonly name: string
  /** `required` when absent. */
  readonly kind?: 'required' | 'optimal' | 'check'
  readonly browser_only?: boolean
  readonly depends_on?: readonly string[]
}

export interface CacheTestGroup {
  readonly id: string
  readonly tests: readonly CacheTest[]
}

type Results = Readonly<Record<string, true | readonly [string, string]>>
type Handler = (segments: readonly string[], request: unknown, response: unknown) => void

const part = async (path: string) => import(/* @vite-ignore */ `http-cache-tests/${path}`)

/** Runs the whole suite over a cache in this process, its origin on loopback; `parallel` tests at a time. */
export async function runCacheTests(
  cached: (request: Request) => Promise<Response>,
  parallel: number,
): Promise<{ groups: readonly CacheTestGroup[]; results: Results }> {
  const groups = (await part('tests/index.mjs')).default as readonly CacheTestGroup[]
  const handlers: Record<string, Handler> = {
    config: (await part('server/handle-config.mjs')).default,
    test: (await part('server/handle-test.mjs')).default,
    state: (await part('server/handle-state.mjs')).default,
  }
  const server = createServer((request, response) => {
    const [, kind = '', ...segments] = new URL(request.url ?? '/', 'http://origin').pathname.split('/')
    handlers[kind]?.(segments, request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { runTests, getResults } = await part('client/runner.mjs')
    const { port } = server.address() as AddressInfo
    const ask = (url: string, init: RequestInit) => cached(new Request(url, init))
    await runTests(groups, ask, false, `http://127.0.0.1:${port}`, parallel)
    return { groups, results: getResults() }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/**
 * The required tests that failed, as the suite itself counts: not those that rest on a test which failed, nor those whose
 * preparation did. `dependent` has these.
 */
export function requiredFailures(groups: readonly CacheTestGroup[], results: Results) {
  const tests = new Map(
    groups.flatMap((group) => group.tests.map((test) => [test.id, { ...test, group: group.id }])),
  )
  const passed = (id: string): boolean => results[id] === true && restsOnPassed(id)
  const restsOnPassed = (id: string): boolean => (tests.get(id)?.depends_on ?? []).every(passed)
  const failed = [...tests.values()].filter(({ id, kind = 'required' }) => {
    return kind === 'required' && results[id] !== undefined && results[id] !== true
  })
  const counts = ({ id }: { id: string }) => {
    const result = results[id]
    return restsOnPassed(id) && result !== undefined && result !== true && result[0] !== 'Setup'
  }
  return { failures: failed.filter(counts), dependent: failed.filter((test) => !counts(test)) }
}
