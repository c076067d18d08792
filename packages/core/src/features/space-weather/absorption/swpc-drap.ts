import { axis, type Grid } from '#features/space-weather/grid/grid'
import { hours, minutes, parseUtc } from '#kernel/kit/time'
import { parseNumber, parseText } from '#kernel/upstreams/parse/fields'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured } from '#kernel/upstreams/upstream'

/** Messages of the product beside its grid; `null` if there is none. */
interface Messages {
  readonly recoveryTime: string | null
  readonly xrayMessage: string | null
  readonly xrayWarning: string | null
  readonly protonMessage: string | null
  readonly protonWarning: string | null
}

/** The absorption of radio waves in the D region of the ionosphere. */
export interface Absorption extends Messages {
  /** Time that the map refers to, in epoch milliseconds. */
  readonly validAt: number
  /** Highest frequency with an absorption of 1 dB, in MHz. */
  readonly grid: Grid
}

/** Rows of the file, from north to south, and columns. */
const LATITUDES = axis(89, -2, 90)
const LONGITUDES = axis(-178, 4, 90)
/** Above HF, beyond any possible value. */
const MAX_MHZ = 100
const MAX_CLOCK_SKEW_MS = minutes(5)

/** The D-RAP model of NOAA SWPC, computed every few minutes from X-rays and protons. */
export const absorptionMap = measured<Absorption>({
  id: 'swpc-drap',
  provider: 'swpc',
  label: 'HF absorption (D-RAP)',
  target: () => '/text/drap_global_frequencies.txt',
  probeParams: undefined,
  parse: parseMap,
  newestAt: ({ validAt }) => validAt,
  cadenceMs: minutes(5),
  maxAgeMs: hours(3),
  maxBytes: 256 * 1024,
})

function parseMap(body: string, now: number): Absorption {
  // Text after the last line break may be truncated.
  const lines = body.split('\n').slice(0, -1)
  const head = lines.filter((line) => line.startsWith('#'))
  const validAt = parseUtc(textIn(head, 'Product Valid At')?.replace(/ UTC$/, 'Z'))
  if (validAt === null || validAt > now + MAX_CLOCK_SKEW_MS)
    throw new ShapeError('Product Valid At has no usable value')
  const recoveryTime = textIn(head, 'Estimated Recovery Time')
  return {
    validAt,
    recoveryTime: recoveryTime === 'No Estimate' ? null : recoveryTime,
    xrayMessage: textIn(head, 'X-RAY Message'),
    xrayWarning: textIn(head, 'X-RAY Warning'),
    protonMessage: textIn(head, 'Proton Message'),
    protonWarning: textIn(head, 'Proton Warning'),
    grid: gridIn(lines.filter((line) => /^[ \d-]/.test(line) && !line.startsWith('--'))),
  }
}

const MAX_TEXT = 200

function textIn(head: readonly string[], name: string): string | null {
  const start = new RegExp(`^#\\s*${name}\\s*:`)
  const line = head.find((each) => start.test(each))
  if (line === undefined) throw new ShapeError(`${name} is missing`)
  return parseText(line.replace(start, '').slice(0, MAX_TEXT))
}

/** Reads the line of longitudes, then one line per latitude. Their order is part of the expected shape. */
function gridIn([first, ...lines]: readonly string[]): Grid {
  const longitudes = first?.trim().split(/\s+/).map(Number)
  if (longitudes?.join() !== LONGITUDES.join()) throw new ShapeError('the longitudes have changed')
  const rows = lines.map((line, row) => {
    const [latitude, values = ''] = line.split('|')
    if (Number(latitude) !== LATITUDES[row]) throw new ShapeError('the latitudes have changed')
    return values.trim().split(/\s+/).map(frequencyIn)
  })
  if (rows.length !== LATITUDES.length || rows.some(({ length }) => length !== LONGITUDES.length))
    throw new ShapeError('the grid is incomplete')
  return { latitudesDeg: LATITUDES.toReversed(), longitudesDeg: LONGITUDES, rows: rows.toReversed() }
}

function frequencyIn(text: string): number {
  const mhz = parseNumber(text, 0, MAX_MHZ)
  if (mhz === null) throw new ShapeError('the grid has no usable value')
  return mhz
}
