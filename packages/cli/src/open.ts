import { createSpaceData, type SpaceData, type SpaceDataOptions } from '@space-data/core'
import { openBackend } from '#backends'
import { altitudesKm, given } from '#given'
import { upstreamOrigins } from '#origins'
import { errorReporter } from '#reporter'
import type { Terminal } from '#terminal'

/** The flags by which every command names the same store and the same upstreams as the server. */
export interface WorldFlags {
  readonly store?: string
  readonly sample?: true
  readonly upstream?: readonly string[]
  readonly altitudes?: string
}

/** Flags and environment → an instance; `mayForget` when a store in memory serves the command. */
export async function open(
  flags: WorldFlags,
  terminal: Terminal,
  { mayForget }: { readonly mayForget: boolean },
): Promise<SpaceData> {
  const { env } = terminal
  const sample = flags.sample === true
  const upstreams = upstreamOrigins(flags.upstream, env)
  const store = given(flags.store, ['--store', 'SPACE_DATA_STORE'], env)
  const altitudes = given(flags.altitudes, ['--altitudes', 'SPACE_DATA_ALTITUDES'], env)
  const report = errorReporter(terminal)
  let isOpen = true
  const spaceData = createSpaceData({
    store: await openBackend({ store, sample, mayForget }, terminal),
    upstreams,
    ...(altitudes && { altitudes: altitudesKm(altitudes) }),
    onError: (error) => isOpen && report(error),
    ...(sample && (await sampleOptions(Object.values(upstreams)))),
  })
  return {
    ...spaceData,
    close() {
      isOpen = false
      return spaceData.close()
    },
  }
}

/** Opens an instance for the time of one piece of work that needs what other processes have written. */
export async function withOpen<T>(
  flags: WorldFlags,
  terminal: Terminal,
  work: (spaceData: SpaceData) => Promise<T>,
): Promise<T> {
  const spaceData = await open(flags, terminal, { mayForget: false })
  try {
    return await work(spaceData)
  } finally {
    await spaceData.close()
  }
}

/** Stand-ins for all providers but those that are pointed elsewhere. */
async function sampleOptions(origins: readonly string[]): Promise<SpaceDataOptions> {
  const [{ sampleFetch }, { sampleYears }] = await Promise.all([
    import('#sample/index'),
    import('#synthetic/sample'),
  ])
  const sample = sampleYears(
    sampleFetch(() => new Date()),
    Date.now,
  )
  const isElsewhere = (url: string) => origins.some((origin) => url.startsWith(`${origin}/`))
  return {
    fetch: (input, init) => (isElsewhere(String(input)) ? fetch(input, init) : sample(input, init)),
    sourceNote: '(sample)',
  }
}
