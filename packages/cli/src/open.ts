import { createSpaceData, type ServiceEvent, type SpaceData, type SpaceDataOptions } from '@space-data/core'
import { openBackend } from '#backends'
import { type Config, readConfig } from '#config/config'
import { camelCase } from '#config/flags-and-variables'
import { altitudesOf, msOf } from '#given'
import { mirrorOf } from '#mirror/mirror-settings'
import { originsOf } from '#origins'
import { errorReporter } from '#reporter'
import type { StoreUse } from '#store-use'
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
  readonly use: StoreUse
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
  { use, config: known, tell, onEvent }: OpenOptions,
): Promise<SpaceData> {
  const config = known ?? (await readConfig(flags, terminal))
  const sample = flags.sample === true
  const report = errorReporter(tell ?? ((line) => terminal.err(`space-data: ${line}\n`)))
  let isOpen = true
  const { backend, wasThere } = await openBackend({ store: config.store, sample, use }, terminal)
  const spaceData = createSpaceData({
    ...settingsOf(config),
    store: backend,
    onError: (error) => isOpen && report(error),
    ...(onEvent && { onEvent }),
    ...(sample && (await sampleOptions(Object.values(originsOf(config.upstreams))))),
  })
  const isEmptied = use === 'serving' && wasThere && !(await spaceData.store.hasKeys())
  return {
    ...spaceData,
    storeWarnings: [...spaceData.storeWarnings, ...(isEmptied ? [emptied(spaceData)] : [])],
    close() {
      isOpen = false
      return spaceData.close()
    },
  }
}

function emptied({ storeDescription }: SpaceData): string {
  return (
    `The store, ${storeDescription}, existed but holds no keys: every key will be refused with 401. ` +
    'If it should have keys, stop and restore a backup'
  )
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
    limits: Object.fromEntries(Object.entries(limits).map(([name, limit]) => [camelCase(name), limit])),
    ...(mirror && { mirror }),
    // The core knows a mirror's default, which is another.
    ...((!mirror || staleIfError?.source !== 'default') && {
      staleIfErrorMs: msOf(config.stale_if_error) ?? 0,
    }),
    keyPrefix: key_prefix,
  }
}

interface WithOpenOptions {
  /** What has been read of the flags already. */
  readonly config?: Config
  /** Default: a store that is not there yet is a failure. */
  readonly use?: StoreUse
}

/** Opens an instance for the time of one piece of work that needs what other processes have written. */
export async function withOpen<T>(
  flags: WorldFlags,
  terminal: Terminal,
  work: (spaceData: SpaceData) => Promise<T>,
  { config, use = 'reading' }: WithOpenOptions = {},
): Promise<T> {
  const spaceData = await open(flags, terminal, { use, ...(config && { config }) })
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
