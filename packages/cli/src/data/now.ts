import { paintNow } from '#data/paint-now'
import { type ShowFlags, showFrom } from '#data/show'
import type { DataSource } from '#data/source'
import type { Terminal } from '#kit/terminal'

interface NowFlags extends ShowFlags {
  readonly at?: string
  readonly json?: true
}

/**
 * Paths whose responses `--json` prints, by name: everything on the screen, and data that do not fit there.
 */
const PATHS = {
  current: '/v1/space-weather/current',
  scales: '/v1/space-weather/scales',
  kp: '/v1/space-weather/kp',
  kp_gfz: '/v1/space-weather/kp/gfz',
  wind: '/v1/space-weather/wind',
  mag: '/v1/space-weather/mag',
  xray: '/v1/space-weather/xray',
  proton: '/v1/space-weather/proton',
  probabilities: '/v1/space-weather/probabilities',
  outlook: '/v1/space-weather/outlook',
  regions: '/v1/space-weather/regions',
  arrivals: '/v1/space-weather/arrivals',
  notices: '/v1/space-weather/notices?in_force=true',
  launches: '/v1/launches/upcoming',
}

const REPEAT_MS = 60_000

/** Prints the overview that a server returns as text for `/`, or its data as JSON. */
export async function now(flags: NowFlags, terminal: Terminal): Promise<void> {
  await showFrom(flags, terminal, async (source) => {
    await terminal.out(
      flags.json
        ? `${JSON.stringify(await readAll(source))}\n`
        : paintNow(await readText(flags, source), terminal.colors),
    )
    return Date.now() + REPEAT_MS
  })
}

async function readText({ at }: NowFlags, source: DataSource): Promise<string> {
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at).replaceAll('%2C', ',')}`
  const text = await (await source.get(`/${query}`, 'text/plain')).text()
  // Removes the hint about curl, which is for users without this program.
  return text.replace(/\nAsk {2}[\s\S]*/, '')
}

/** Reads all envelopes, with `null` for each that fails; throws the first failure if all fail. */
async function readAll(source: DataSource): Promise<Record<string, unknown>> {
  const names = Object.keys(PATHS)
  const read = Object.values(PATHS).map(async (path) => (await source.get(path, 'application/json')).json())
  const results = await Promise.allSettled(read)
  const [first] = results
  if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected')) throw first.reason
  return Object.fromEntries(
    results.map((result, i) => [names[i], result.status === 'fulfilled' ? result.value : null]),
  )
}
