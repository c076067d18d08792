import type { ServiceEvent, SpaceData } from '@space-data/core'
import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import type { Log } from '#log/log'
import { bannerLine, printBanner, printStarted, type Started } from '#serve/banner'
import { issueDemoKey } from '#serve/demo-key'
import { issueCommand } from '#serve/issue-command'
import { shellsAfterRun, shellsAtStart } from '#serve/shells'
import type { Listening } from '#server'
import type { Terminal } from '#terminal'

/** Is told of what happens to the service. */
export type Listener = (event: ServiceEvent) => void

interface AnnouncedFlags extends ConfigFlags {
  readonly sample?: true
  readonly json?: true
}

/** A server that has begun. */
export interface Beginning {
  readonly places: Pick<Listening, 'url' | 'isEverywhere'> & { readonly metrics: string | undefined }
  readonly spaceData: SpaceData
  readonly flags: AnnouncedFlags
  readonly config: Config
  readonly log: Log
  /** Of the program. */
  readonly version: string
  readonly listeners: Listener[]
}

/** Prints where everything is and, where people read the log, later what came of the first shells. */
export async function announce(beginning: Beginning, terminal: Terminal): Promise<void> {
  const { places, spaceData, flags, config, log, version, listeners } = beginning
  const sample = flags.sample === true
  if (log.isForPeople) listeners.push(wayOutOnce(flags, config, log, terminal))
  const isOurs = config.jobs && config.mirror === undefined
  const [key, shells] = await Promise.all([
    sample ? issueDemoKey(spaceData, log) : undefined,
    // A store that is away is told of by the log.
    flags.json || config.mirror !== undefined
      ? undefined
      : spaceData.jobs.shellStatus().catch(() => undefined),
  ])
  const started: Started = {
    ...places,
    version,
    url: places.url + spaceData.base,
    sample,
    hasUpstreams: Object.keys(config.upstreams).length > 0,
    mirror: config.mirror,
    store: spaceData.storeDescription,
    shells: shells && shellsAtStart(shells, { isOurs, sample }),
    isOpen: config.open,
    key,
  }
  if (flags.json) return printStarted(started, terminal)
  if (log.isForPeople && isOurs && shells?.run === null) listeners.push(firstShells(spaceData, terminal))
  return printBanner(started, terminal)
}

/** Tells once, in a line as of the banner, what came of the first run. */
function firstShells({ jobs }: SpaceData, terminal: Terminal): Listener {
  return atFirst(
    (event) => event.type === 'job' && event.job === 'shells',
    async () => {
      const words = shellsAfterRun(await jobs.shellStatus())
      if (words !== undefined) terminal.err(`${bannerLine('Shells', words, terminal.errColours)}\n`)
    },
  )
}

/** Tells once how an operator issues a key: to a network that has had its own of the day, which is often theirs. */
function wayOutOnce(flags: AnnouncedFlags, config: Config, log: Log, terminal: Terminal): Listener {
  return atFirst(
    (event) => event.type === 'request' && event.code === 'key_issuance_limited',
    () =>
      log.info(
        `one free key for each network and day; to issue more: ${issueCommand(flags, config, terminal)}`,
      ),
  )
}

/** Does something at the first event of a kind; what fails then is not worth a word. */
function atFirst(isIt: (event: ServiceEvent) => boolean, act: () => unknown): Listener {
  let isOver = false
  return (event) => {
    if (isOver || !isIt(event)) return
    isOver = true
    Promise.resolve(act()).catch(() => {})
  }
}
