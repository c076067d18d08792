import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Example, hasWrangler, startOnWorkerd } from '../examples.ts'

const PATHS = [
  ...['/', '/weather', '/launches', '/events', '/sky', '/debris', '/globe', '/status', '/docs'],
  '/v1/space-weather/current',
]
const TIMES = 20

/** What a page may cost, in times what the same bytes cost from a Worker that does nothing; 1 to 2 as measured. */
const MOST_UNITS = 4

const BARE = fileURLToPath(new URL('../bare-worker/wrangler.jsonc', import.meta.url))

describe.skipIf(!hasWrangler)('the demo for Workers', () => {
  test('spends on a page a few times the CPU that its bytes alone cost', { timeout: 600_000 }, async () => {
    await using demo = await startOnWorkerd({ config: 'wrangler.demo.jsonc', words: ['--test-scheduled'] })
    await using bare = await startOnWorkerd({ config: BARE })
    const ask = measured(demo)
    const askBare = measured(bare)
    await ask('/healthz')
    const night = await ask('/__scheduled?cron=*/5+*+*+*+*')
    const order = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"visitor"}',
    }
    const { key } = (await (await fetch(`${demo.origin}/v1/keys`, order)).json()) as { key: string }
    const figures: string[] = []
    const dear: string[] = []
    for (const path of PATHS) {
      const headers = { accept: 'text/html, application/json', 'x-api-key': key }
      const page = await ask(path, headers)
      const bytes = Buffer.byteLength(page.text)
      const again: number[] = []
      const passing: number[] = []
      for (let i = 0; i < TIMES; i += 1) {
        again.push((await ask(path, headers)).cpuMs)
        passing.push((await askBare(`/?bytes=${bytes}`)).cpuMs)
      }
      const [own, unit] = [median(again), median(passing)]
      if (own > MOST_UNITS * unit) dear.push(path)
      figures.push(`${path} ${page.cpuMs.toFixed(1)}, then ${own.toFixed(1)}, its bytes ${unit.toFixed(1)}`)
    }
    console.log(
      `FIGURE CPU of the demo in workerd, Worker, object and miniflare together, ms: jobs ${night.cpuMs.toFixed(0)}, ${figures.join('; ')}`,
    )
    expect(dear).toEqual([])
  })
})

/** Returns a function that asks an example and tells what CPU time its workerds took. */
function measured({ origin, pid }: Example) {
  const cpu = cpuOf(pid)
  return async (path: string, headers: Record<string, string> = {}) => {
    const before = cpu()
    // Cloudflare compresses at its edge, miniflare in the process that is measured.
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, cpuMs: cpu() - before }
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length / 2] ?? Infinity
}

/**
 * Returns a clock of the CPU time that the workerds below a process have used, in milliseconds; it stands
 * still where there is no /proc.
 */
function cpuOf(pid: number | undefined): () => number {
  if (process.platform !== 'linux') return () => 0
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(name) ?? [])
  const isBelow = (id: string | undefined): boolean =>
    id === String(pid) || (id !== undefined && isBelow(processes.find((each) => each.id === id)?.parent))
  const workerds = processes.filter(({ id, name }) => name === 'workerd' && isBelow(id))
  return () => workerds.reduce((sum, { id }) => sum + cpuMsOf(id), 0)
}

function processOf(id: string) {
  try {
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return { id, name, parent: rest.split(' ')[1] }
  } catch {
    return undefined
  }
}

/** The CPU time of a process's threads; a thread that has ended takes its own along. */
function cpuMsOf(id: string): number {
  let ns = 0
  for (const thread of readdirSync(`/proc/${id}/task`))
    try {
      ns += Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It has ended since.
    }
  return ns / 1e6
}
