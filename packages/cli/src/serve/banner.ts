import { redactSecrets } from '#config/setting'
import { colorize } from '#kit/colors'
import { printJson } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** A started server, as printed on stdout. */
export interface Started {
  /** Version of the CLI. */
  readonly version: string
  /** Base URL without a trailing slash. */
  readonly url: string
  /** Whether it listens on all addresses. */
  readonly isEverywhere: boolean
  readonly sample: boolean
  /** Whether any upstream origin is configured. */
  readonly hasUpstreams: boolean
  /** URL of the central instance, on a mirror. */
  readonly mirror: string | undefined
  readonly store: string
  readonly metrics: string | undefined
  /** The services whose paths are served, too, such as `celestrak,swpc`; absent for none. */
  readonly compat: string | undefined
  /** State of the altitude shells; absent on a mirror. */
  readonly shells: string | undefined
  /** Whether no key is required. */
  readonly isOpen: boolean
  /** The demo key, if there is one. */
  readonly key: string | undefined
}

/** Prints a started server as JSON. */
export function printStarted({ url, store, sample, metrics, mirror, key }: Started, terminal: Terminal) {
  const optional = {
    ...(metrics && { metrics }),
    ...(mirror && { mirror: redactSecrets(mirror) }),
    ...(key && { key }),
  }
  return printJson({ url, store, sample, ...optional }, terminal)
}

/** Prints the banner: addresses, store and a request that works as printed. */
export function printBanner(started: Started, terminal: Terminal): Promise<void> {
  const { version, url, isEverywhere, store, metrics, compat, shells } = started
  const { colors } = terminal
  const lines = [
    `${colorize(`Space-Data ${version}`, 'title', colors)} · ${describeData(started)}`,
    bannerLine('Home', `${url}/`, terminal.colors),
    bannerLine('Status', `${url}/status`, colors),
    ...(isEverywhere ? [bannerLine('Network', 'all addresses of this machine', colors)] : []),
    bannerLine('Store', store, colors),
    ...(metrics ? [bannerLine('Metrics', metrics, colors)] : []),
    ...(compat ? [bannerLine('Compat', `paths of ${compat.replaceAll(',', ', ')}`, colors)] : []),
    ...(shells ? [bannerLine('Shells', shells, colors)] : []),
    ...firstRequest(started).map(([name, curl]) => bannerLine(name, curl, colors)),
  ]
  return terminal.out(`${lines.join('\n')}\n`)
}

/** Formats a line of the banner: `  Shells   29,383 objects in 186 shells`. */
export function bannerLine(name: string, text: string, colors: Terminal['colors']): string {
  return `  ${colorize(name.padEnd(7), 'muted', colors)}  ${text}`
}

function describeData({ sample, hasUpstreams, mirror }: Started): string {
  if (mirror !== undefined) return `mirror of ${redactSecrets(mirror)}`
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
