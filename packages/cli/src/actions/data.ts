import { setTimeout as sleep } from 'node:timers/promises'
import { describeFields } from '#data/fields'
import { type DataSource, openSource, type SourceFlags } from '#data/source'
import { CliError, describeError, UsageError } from '#errors'
import { printPairs, printTable } from '#print'
import type { Terminal } from '#terminal'
import { formatMoment } from '#times'

interface DataFlags extends SourceFlags {
  readonly json?: true
  readonly watch?: true
}

/** The envelope of the API. */
interface Envelope {
  readonly source: string
  readonly valid_until: string
  readonly data: Readonly<Record<string, unknown>>
}

interface Shown {
  readonly path: (argument: string) => string
  /** Default: all fields, one for each line. */
  readonly print?: (data: Envelope['data'], terminal: Terminal) => Promise<void>
}

type Row = Readonly<Record<string, string | number | null>>

const SHOWN: Readonly<Record<string, Shown>> = {
  kp: { path: () => '/v1/space-weather/kp' },
  wind: { path: () => '/v1/space-weather/wind' },
  mag: { path: () => '/v1/space-weather/mag' },
  xray: { path: () => '/v1/space-weather/xray' },
  proton: { path: () => '/v1/space-weather/proton' },
  object: { path: (id) => `/v1/objects/${encodeURIComponent(id)}` },
  launches: {
    path: () => '/v1/launches/upcoming',
    print: ({ launches }, terminal) =>
      printTable(
        ['NET', 'KNOWN TO THE', 'STATUS', 'LAUNCH'],
        (launches as Row[]).map(({ net, net_precision, status, name }) => [
          formatMoment(net ?? null, '–'),
          String(net_precision ?? '–'),
          String(status),
          String(name),
        ]),
        terminal,
      ),
  },
  events: {
    path: () => '/v1/events/recent',
    print: ({ events }, terminal) =>
      printTable(
        ['START', 'KIND', 'CLASS', 'SPEED', 'SOURCE', 'ID'],
        (events as Row[]).map(({ start_time, kind, flare_class, speed_km_s, source_location, id }) => [
          formatMoment(start_time ?? null, '–'),
          String(kind),
          String(flare_class ?? '–'),
          speed_km_s === null ? '–' : `${speed_km_s} km/s`,
          String(source_location ?? '–'),
          String(id),
        ]),
        terminal,
      ),
  },
}

/** Prints the data of a path: the values to read, or the JSON of the API. */
export async function printData(
  name: string,
  argument: string | undefined,
  flags: DataFlags,
  terminal: Terminal,
): Promise<void> {
  if (name === 'tle') return printTle(argument ?? '', flags, terminal)
  const shown = SHOWN[name]
  if (!shown) throw new UsageError(`there are no data named "${name}"`)
  await withSource(flags, terminal, async (source) => {
    const response = await source.get(shown.path(argument ?? ''), 'application/json')
    const text = await response.text()
    const envelope = JSON.parse(text) as Envelope
    if (flags.json) await terminal.out(`${text}\n`)
    else await printEnvelope(envelope, shown, terminal)
    return Date.parse(envelope.valid_until)
  })
}

async function printEnvelope(
  { data, source, valid_until }: Envelope,
  { print }: Shown,
  terminal: Terminal,
): Promise<void> {
  const validUntil = formatMoment(valid_until, '–')
  if (!print) return printPairs({ ...describeFields(data), source, 'valid until': validUntil }, terminal)
  await print(data, terminal)
  await terminal.out(`\n${source}, valid until ${validUntil}\n`)
}

async function printTle(group: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  const format = flags.json ? '?format=json' : ''
  await withSource(flags, terminal, async (source) => {
    const response = await source.get(`/v1/tle/${encodeURIComponent(group)}${format}`, '*/*')
    await terminal.out(await response.text())
    return Date.parse(response.headers.get('x-valid-until') ?? '')
  })
}

interface NowFlags extends DataFlags {
  readonly at?: string
}

/** Prints the overview that a server gives as the text of its first path. */
export async function now(flags: NowFlags, terminal: Terminal): Promise<void> {
  const query = flags.at === undefined ? '' : `?at=${encodeURIComponent(flags.at).replaceAll('%2C', ',')}`
  await withSource(flags, terminal, async (source) => {
    const response = await source.get(`/${query}`, 'text/plain')
    await terminal.out(await response.text())
    return Date.now() + 60_000
  })
}

const CLEAR = '\u001b[H\u001b[2J\u001b[3J'
const LEAST_WAIT_MS = 1_000
const MOST_WAIT_MS = 3_600_000

/** Runs `show` once, or with `--watch` whenever the instant that it returns has passed. */
async function withSource(
  flags: DataFlags,
  terminal: Terminal,
  show: (source: DataSource) => Promise<number>,
): Promise<void> {
  const source = await openSource(flags, terminal)
  const stopping = new AbortController()
  if (flags.watch) terminal.onStop(() => stopping.abort())
  try {
    do {
      if (flags.watch && terminal.columns !== undefined) await terminal.out(CLEAR)
      const next = await show(source).catch((error) => {
        if (!flags.watch || !(error instanceof CliError)) throw error
        terminal.err(`space-data: ${describeError(error)}\n`)
        return Date.now() + 60_000
      })
      if (!flags.watch) return
      const wait = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, next + LEAST_WAIT_MS - Date.now()))
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    } while (!stopping.signal.aborted)
  } finally {
    await source.close()
  }
}
