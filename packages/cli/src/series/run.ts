import { describeFields } from '#data/fields'
import { openSource, type SourceFlags } from '#data/source'
import { CliError, UsageError } from '#kit/errors'
import { formatMinute, printLines, printTable } from '#kit/print'
import { parseDuration } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'

interface SeriesFlags extends SourceFlags {
  readonly last?: string
  readonly step?: string
  readonly csv?: true
  readonly json?: true
}

/** The printed part of the envelope. */
interface SeriesEnvelope {
  readonly source: string
  readonly data: {
    readonly start: string
    readonly stop: string
    readonly time: readonly string[]
  } & Readonly<Record<string, unknown>>
}

type Values = readonly (number | null)[]

const [MINUTE_MS, DAY_MS, DAY_MIN] = [60_000, 86_400_000, 1_440]
/** Steps in minutes: each divides a day, or is a number of days. */
const STEPS_MIN = [1, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080]
/** Width of the columns beside the line, and of a line where the output is not a terminal. */
const [BESIDE, LINE] = [52, 60]

/** How a quantity is drawn. */
interface Drawn {
  /** Time from one value to the next, in minutes. */
  readonly cadenceMin: number
  /** Range of the line; default: from the lowest to the highest value. */
  readonly range?: readonly [low: number, high: number]
  readonly isLogarithmic?: boolean
}

const DRAWN: Readonly<Record<string, Drawn>> = {
  kp: { cadenceMin: 1, range: [0, 9] },
  wind: { cadenceMin: 1 },
  mag: { cadenceMin: 1 },
  xray: { cadenceMin: 1, isLogarithmic: true },
  proton: { cadenceMin: 5, isLogarithmic: true },
  electrons: { cadenceMin: 5, isLogarithmic: true },
  'kp/gfz': { cadenceMin: 180, range: [0, 9] },
  flux: { cadenceMin: DAY_MIN },
  sunspots: { cadenceMin: DAY_MIN },
  'a-index': { cadenceMin: DAY_MIN },
}

/** Returns the default and the maximum length of the history: there are few daily values. */
function spansOf({ cadenceMin }: Drawn): { readonly byDefault: string; readonly mostMs: number } {
  return cadenceMin < DAY_MIN
    ? { byDefault: '24h', mostMs: 31 * DAY_MS }
    : { byDefault: '30d', mostMs: 366 * DAY_MS }
}

/** Prints the recorded history of a quantity: a line for each of its values, CSV, or JSON. */
export async function series(quantity: string, flags: SeriesFlags, terminal: Terminal): Promise<void> {
  const drawn = Object.hasOwn(DRAWN, quantity) ? DRAWN[quantity] : undefined
  if (!drawn) throw new UsageError(`series takes ${Object.keys(DRAWN).join(', ')}, not "${quantity}"`)
  const { byDefault, mostMs } = spansOf(drawn)
  const last = flags.last ?? byDefault
  const lastMs = parseDuration({ text: last, from: '--last' }, mostMs, drawn.cadenceMin * MINUTE_MS)
  const isDrawn = !flags.csv && !flags.json
  const step = flags.step ?? (isDrawn ? stepFor(lastMs, drawn, terminal) : undefined)
  const source = await openSource(flags, terminal, 'serving')
  try {
    await source.record?.()
    const now = Date.now()
    const query = new URLSearchParams({
      start: new Date(now - lastMs).toISOString(),
      stop: new Date(now).toISOString(),
      ...(step && { step }),
      ...(flags.csv && { format: 'csv' }),
    })
    const response = await source.get(`/v1/space-weather/${quantity}/series?${query}`, '*/*')
    const text = await response.text()
    if (!isDrawn) return await terminal.out(text.endsWith('\n') ? text : `${text}\n`)
    await draw(JSON.parse(text) as SeriesEnvelope, drawn, last, terminal)
  } finally {
    await source.close()
  }
}

/** Returns the shortest step with which a line fits the terminal. */
function stepFor(lastMs: number, { cadenceMin }: Drawn, { columns }: Terminal): string {
  const width = columns === undefined || columns === Infinity ? LINE : Math.max(10, columns - BESIDE)
  const isFit = (minutes: number) => minutes >= cadenceMin && lastMs / (minutes * MINUTE_MS) <= width
  return `${STEPS_MIN.find(isFit) ?? STEPS_MIN.at(-1)}m`
}

async function draw(
  { source, data }: SeriesEnvelope,
  drawn: Drawn,
  last: string,
  terminal: Terminal,
): Promise<void> {
  const { start, stop, time, ...rest } = data
  const columns = Object.entries(rest).filter(
    ([name, values]) => name !== 'provenance' && Array.isArray(values),
  )
  const { sparkline } = await import('@space-data/charts')
  const toLine = (values: Values) => sparkline(toScale(values, drawn), drawn.range)
  const rows = columns
    .map(([name, values]) => toRow(name, values as Values, toLine))
    .filter((row) => row !== undefined)
  if (rows.length === 0) {
    throw new CliError(
      `nothing is recorded from ${formatMinute(start, '–')} to ${formatMinute(stop, '–')}`,
      'A server records while it runs: space-data serve',
    )
  }
  const scale = drawn.isLogarithmic ? ', logarithmic' : ''
  const title = `LAST ${last}${scale}`
  await printTable(['', 'LOWEST', 'HIGHEST', 'NEWEST', title], rows, terminal, {
    leaving: ['LOWEST', 'HIGHEST'],
    whole: [title],
  })
  await terminal.out('\n')
  await printLines(`${source}, ${formatMinute(start, '–')} to ${formatMinute(stop, '–')}`, terminal)
}

/** Returns the cells of a row; `undefined` if it has no value. */
function toRow(name: string, values: Values, toLine: (values: Values) => string): string[] | undefined {
  const known = values.filter((value) => value !== null)
  const newest = known.at(-1)
  if (newest === undefined) return undefined
  const shown = [Math.min(...known), Math.max(...known), newest].map((value) => describe(name, value))
  return [shown[0]?.name ?? name, ...shown.map(({ text }) => text), toLine(values)]
}

function toScale(values: Values, { isLogarithmic }: Drawn): Values {
  return isLogarithmic ? values.map((value) => (value ? Math.log10(value) : null)) : values
}

function describe(name: string, value: number): { name: string; text: string } {
  const [[label = name, text = ''] = []] = Object.entries(
    describeFields({ [name]: Number(value.toPrecision(4)) }),
  )
  return { name: label, text }
}
