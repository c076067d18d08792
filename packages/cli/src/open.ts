import { createSpaceData, type ServiceEvent, type SpaceData, type SpaceDataOptions } from '@space-data/core'
import { openBackend } from '#backends'
import { type Config, readConfig } from '#config/config'
import { altitudesOf, msOf } from '#given'
import { mirrorOf } from '#mirror/mirror-settings'
import { originsOf } from '#origins'
import { errorReporter } from '#reporter'
import type { Terminal } from '#terminal'

/** The flags by which every command names the same store and the same upstreams as the server. */
export interface WorldFlags {
  readonly config?: string
  readonly store?: string
  readonly sample?: true
  readonly upstream?: readonly string[]
  readonly altitudes?: string
  readonly mirror?: string
}

interface OpenOptions {
  /** Whether a store in memory serves the command. */
  readonly mayForget: boolean
  /** What has been read of the flags already. */
  readonly config?: Config
  /** Where a failure is told, in one line; by default on stderr. */
  readonly tell?: (line: string) => void
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined
}

/** Flags, environment and configuration file → an instance. */
export async function open(
  flags: WorldFlags,
  terminal: Terminal,
  { mayForget, config: known, tell, onEvent }: OpenOptions,
): Promise<SpaceData> {
  const config = known ?? (await readConfig(flags, terminal))
  const sample = flags.sample === true
  const report = errorReporter(tell ?? ((line) => terminal.err(`space-data: ${line}\n`)))
  let isOpen = true
  const spaceData = createSpaceData({
    ...settingsOf(config),
    store: await openBackend({ store: config.store, sample, mayForget }, terminal),
    onError: (error) => isOpen && report(error),
    ...(onEvent && { onEvent }),
    ...(sample && (await sampleOptions(Object.values(originsOf(config.upstreams))))),
  })
  return {
    ...spaceData,
    close() {
      isOpen = false
      return spaceData.close()
    },
  }
}

/** The part of the configuration that the core is told, in its own words. */
export function settingsOf(config: Config): SpaceDataOptions {
  const { limits, tierChanges, upstreams, key_prefix } = config
  const altitudes = altitudesOf(config.altitudes)
  const mirror = mirrorOf(config)
  const staleIfError = config.settings.find(({ path }) => path[0] === 'stale_if_error')
  return {
    upstreams: originsOf(upstreams),
    ...(altitudes && { altitudes }),
    tiers: tierChanges,
    limits: {
      referencePerMinute: limits.reference_per_minute,
      speedtestPerMinute: limits.speedtest_per_minute,
      issuancePerHour: limits.issuance_per_hour,
    },
    ...(mirror && { mirror }),
    // The core knows a mirror's default, which is another.
    ...((!mirror || staleIfError?.source !== 'default') && {
      staleIfErrorMs: msOf(config.stale_if_error) ?? 0,
    }),
    keyPrefix: key_prefix,
  }
}

/** Opens an instance for the time of one piece of work that needs what other processes have written. */
export async function withOpen<T>(
  flags: WorldFlags,
  terminal: Terminal,
  work: (spaceData: SpaceData) => Promise<T>,
  config?: Config,
): Promise<T> {
  const spaceData = await open(flags, terminal, { mayForget: false, ...(config && { config }) })
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
