import { groupThousands } from '@space-data/charts/text'
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
  /** Services whose paths are also served, such as `celestrak,swpc`; absent for none. */
  readonly compat: string | undefined
  /** State of the altitude shells; absent on a mirror. */
  readonly shells: string | undefined
  /** Whether no key is required. */
  readonly isOpen: boolean
  /** Number of requests a day that a network has without a key. */
  readonly anonymous: number
  /** The demo key, if there is one. */
  readonly key: string | undefined
}

/** Prints a started server as JSON. */
export function printStarted(started: Started, terminal: Terminal) {
  const { url, store, sample, metrics, mirror, anonymous, key } = started
  const optional = {
    ...(metrics && { metrics }),
    ...(mirror && { mirror: redactSecrets(mirror) }),
    ...(anonymous > 0 && { anonymous }),
    ...(key && { key }),
  }
  return printJson({ url, store, sample, ...optional }, terminal)
}

/** Prints the banner: addresses, store and a request that works as printed. */
export function printBanner(started: Started, terminal: Terminal): Promise<void> {
  const { version, url, isEverywhere, store, metrics, compat, shells, anonymous } = started
  const { colors } = terminal
  const lines = [
    `${colorize(`Space-Data ${version}`, 'title', colors)} · ${describeData(started)}`,
    bannerLine('Home', `${url}/`, terminal.colors),
    bannerLine('Status', `${url}/status`, colors),
    ...(isEverywhere ? [bannerLine('Network', 'all addresses of this machine', colors)] : []),
    bannerLine('Store', store, colors),
    ...(metrics ? [bannerLine('Metrics', metrics, colors)] : []),
    ...(anonymous > 0 ? [bannerLine('Keyless', describeAnonymous(anonymous), colors)] : []),
    ...(compat ? [bannerLine('Compat', `paths of ${compat.replaceAll(',', ', ')}`, colors)] : []),
    ...(shells ? [bannerLine('Shells', shells, colors)] : []),
    ...firstRequest(started).flatMap(([name, ...parts]) => [
      `  ${colorize(name, 'muted', colors)}`,
      ...commandLines(parts, terminal.columns),
    ]),
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

function describeAnonymous(anonymous: number): string {
  return `${groupThousands(anonymous)} requests a day for each network`
}

/**
 * Returns a command without indentation, so that it can be copied. It has one line, or one for each part if
 * the terminal is narrower, because the terminal could break it inside a key.
 */
function commandLines(parts: readonly string[], columns = Number.POSITIVE_INFINITY): string[] {
  const line = parts.join(' ')
  return line.length <= columns ? [line] : parts.join(' \\\n  ').split('\n')
}

/** Returns the first requests to try: a name, and the parts of a command. */
function firstRequest({ url, isOpen, anonymous, key }: Started): (readonly [name: string, ...string[]])[] {
  const curl = `curl -s ${url}/v1/space-weather/kp`
  if (isOpen) return [['Try', curl]]
  const type = `-H 'content-type: application/json'`
  const isKeyless = anonymous > 0 && key === undefined
  return [
    ...(key === undefined
      ? [['Key', `curl -s -X POST ${url}/v1/keys`, type, `-d '{"label":"me"}'`] as const]
      : []),
    ['Try', curl, ...(isKeyless ? [] : [`-H 'x-api-key: ${key ?? '<key>'}'`])],
  ]
}
