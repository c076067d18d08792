import type { ServiceEvent, WholeSpaceData } from '@space-data/core'
import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import type { Terminal } from '#kit/terminal'
import { bannerLine, printBanner, printStarted, type Started } from '#serve/banner'
import { issueDemoKey } from '#serve/demo-key'
import { issueCommand } from '#serve/issue-command'
import type { Listening } from '#serve/listen'
import type { Log } from '#serve/log/log'
import { describeFirstRun, describeShellsAtStart } from '#serve/shell-messages'

/** Receives service events. */
export type EventListener = (event: ServiceEvent) => void

interface AnnouncedFlags extends ConfigFlags {
  readonly json?: true
}

/** A server that is listening. */
export interface StartedServer {
  readonly serverInfo: Pick<Listening, 'url' | 'isEverywhere'> & { readonly metrics: string | undefined }
  readonly spaceData: WholeSpaceData
  readonly flags: AnnouncedFlags
  readonly config: Config
  readonly log: Log
  /** Version of the CLI. */
  readonly version: string
  readonly listeners: EventListener[]
}

/** Prints the banner and, if the log is for people, later the result of the first shell run. */
export async function announce(server: StartedServer, terminal: Terminal): Promise<void> {
  const { serverInfo, spaceData, flags, config, log, version, listeners } = server
  const sample = flags.sample === true
  if (log.isForPeople) listeners.push(hintIssueOnce(flags, config, log, terminal))
  const isOurs = config.jobs && config.mirror === undefined
  const [key, isReadOnly, shells] = await Promise.all([
    sample ? issueDemoKey(spaceData, new URL(serverInfo.url).port, log) : undefined,
    spaceData.store.isReadOnly(),
    // The log reports a store that is unavailable.
    flags.json || config.mirror !== undefined
      ? undefined
      : spaceData.jobs.shells.status().catch(() => undefined),
  ])
  const started: Started = {
    ...serverInfo,
    version,
    url: serverInfo.url + spaceData.base,
    sample,
    hasUpstreams: Object.keys(config.upstreams).length > 0,
    mirror: config.mirror,
    store: spaceData.store.description + (isReadOnly ? ', read-only: it cannot be written' : ''),
    compat: config.compat,
    shells: shells && describeShellsAtStart(shells, { isOurs, sample }),
    isOpen: config.open,
    anonymous: config.anonymous,
    key,
  }
  if (flags.json) return printStarted(started, terminal)
  if (log.isForPeople && isOurs && shells?.run === null)
    listeners.push(reportFirstShells(spaceData, terminal))
  return printBanner(started, terminal)
}

/** Prints the result of the first run once, as a line of the banner. */
function reportFirstShells({ jobs }: WholeSpaceData, terminal: Terminal): EventListener {
  return onFirst(
    (event) => event.type === 'job' && event.job === 'shells',
    async () => {
      const result = describeFirstRun(await jobs.shells.status())
      if (result !== undefined) terminal.err(`${bannerLine('Shells', result, terminal.errColors)}\n`)
    },
  )
}

/**
 * Logs once how to issue more keys, when a network has used its free key of the day: often it is the
 * operator's own.
 */
function hintIssueOnce(flags: AnnouncedFlags, config: Config, log: Log, terminal: Terminal): EventListener {
  return onFirst(
    (event) => event.type === 'request' && event.code === 'key_issuance_limited',
    () =>
      log.info(
        'a network gets one free key per UTC day; to issue more, run: ' +
          `${issueCommand(flags, config, terminal)}`,
      ),
  )
}

/** Runs `act` at the first matching event; its errors are ignored. */
function onFirst(matches: (event: ServiceEvent) => boolean, act: () => unknown): EventListener {
  let isDone = false
  return (event) => {
    if (isDone || !matches(event)) return
    isDone = true
    Promise.resolve(act()).catch(() => {})
  }
}
