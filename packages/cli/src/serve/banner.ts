import { withoutSecrets } from '#config/setting'
import { painted } from '#paint'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

/** A server that has begun, as it is told on stdout. */
export interface Started {
  /** Of the program. */
  readonly version: string
  /** What every link begins with, without a slash at its end. */
  readonly url: string
  /** Whether it listens on every address of the machine. */
  readonly isEverywhere: boolean
  readonly sample: boolean
  /** Whether any provider is asked at an address that the operator chose. */
  readonly hasUpstreams: boolean
  /** Of which instance this is a mirror. */
  readonly mirror: string | undefined
  readonly store: string
  readonly metrics: string | undefined
  /** How the debris shells stand, in words; absent on a mirror. */
  readonly shells: string | undefined
  /** Whether it asks nobody for a key. */
  readonly isOpen: boolean
  /** The demo key, if there is one. */
  readonly key: string | undefined
}

/** What a program is told of it. */
export function printStarted({ url, store, sample, metrics, mirror, key }: Started, terminal: Terminal) {
  const optional = {
    ...(metrics && { metrics }),
    ...(mirror && { mirror: withoutSecrets(mirror) }),
    ...(key && { key }),
  }
  return printJson({ url, store, sample, ...optional }, terminal)
}

/** What people are told of it: where everything is, and a request that works as it stands. */
export function printBanner(started: Started, terminal: Terminal): Promise<void> {
  const { version, url, isEverywhere, store, metrics, shells } = started
  const { colours } = terminal
  const lines = [
    `${painted(`Space-Data ${version}`, 'title', colours)} · ${dataOf(started)}`,
    bannerLine('Home', `${url}/`, terminal.colours),
    bannerLine('Status', `${url}/status`, colours),
    ...(isEverywhere ? [bannerLine('Network', 'every address of this machine', colours)] : []),
    bannerLine('Store', store, colours),
    ...(metrics ? [bannerLine('Metrics', metrics, colours)] : []),
    ...(shells ? [bannerLine('Shells', shells, colours)] : []),
    ...firstRequest(started).map(([name, curl]) => bannerLine(name, curl, colours)),
  ]
  return terminal.out(`${lines.join('\n')}\n`)
}

/** `  Shells   29,383 objects in 186 shells`. */
export function bannerLine(name: string, words: string, colours: Terminal['colours']): string {
  return `  ${painted(name.padEnd(7), 'quiet', colours)}  ${words}`
}

function dataOf({ sample, hasUpstreams, mirror }: Started): string {
  if (mirror !== undefined) return `mirror of ${withoutSecrets(mirror)}`
  if (!sample) return 'live data'
  return hasUpstreams ? 'sample data' : 'sample data, no network'
}

function firstRequest({ url, isOpen, key }: Started): (readonly [name: string, curl: string])[] {
  const curl = `curl -s ${url}/v1/space-weather/kp`
  if (isOpen) return [['Try', curl]]
  const issue = `curl -s -X POST ${url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`
  return [
    ...(key === undefined ? [['Key', issue] as const] : []),
    ['Try', `${curl} -H 'x-api-key: ${key ?? '<key>'}'`],
  ]
}
