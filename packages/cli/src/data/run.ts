import { placeIn } from '@space-data/charts/text'
import { describeFields } from '#data/fields'
import { type LaunchRow, printLaunches } from '#data/launch-table'
import { type ShowFlags, showFrom } from '#data/show'
import { printAbove, printPasses } from '#data/sky-tables'
import type { DataSource } from '#data/source'
import { CliError, UsageError } from '#kit/errors'
import { printLines, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatDayAndTime, formatMoment, formatValidity } from '#kit/times'

interface DataFlags extends ShowFlags {
  readonly json?: true
  readonly ics?: true
  readonly previous?: true
}

/** The envelope of the API. */
interface Envelope {
  readonly source: string
  readonly valid_until: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Request for the data that a command prints. */
export interface DataRequest {
  /** Name of the command. */
  readonly name: string
  readonly args: readonly string[]
  /** Parameters of the path. */
  readonly query: Readonly<Record<string, string>>
}

interface Shown {
  /** Whether `at` is a location, which the path takes as two parameters. */
  readonly isOfPlace?: true
  /** Whether an argument that is no number is the name of an object. */
  readonly takesNames?: true
  readonly path: (request: DataRequest, flags: DataFlags) => string
  /** Default: all fields, one for each line. */
  readonly print?: (data: Envelope['data'], terminal: Terminal) => Promise<void>
}

type Person = Readonly<
  Record<'name' | 'agency' | 'agency_abbreviation' | 'station' | 'spacecraft' | 'since', string | null>
> & { readonly name: string; readonly nationalities: readonly string[] }

interface NoticeRow {
  readonly kind: string
  readonly issued_at: string
  readonly headline: string | null
  readonly scale: string | null
  readonly level: number | null
  readonly in_force: boolean
  readonly in_force_until: string | null
}

type Row = Readonly<Record<string, string | number | null>>

const SHOWN: Readonly<Record<string, Shown>> = {
  kp: { path: () => '/v1/space-weather/kp' },
  wind: { path: () => '/v1/space-weather/wind' },
  mag: { path: () => '/v1/space-weather/mag' },
  xray: { path: () => '/v1/space-weather/xray' },
  proton: { path: () => '/v1/space-weather/proton' },
  electrons: { path: () => '/v1/space-weather/electrons' },
  flux: { path: () => '/v1/space-weather/flux' },
  sunspots: { path: () => '/v1/space-weather/sunspots' },
  'a-index': { path: () => '/v1/space-weather/a-index' },
  notices: {
    path: () => '/v1/space-weather/notices',
    print: ({ notices }, terminal) =>
      printTable(
        ['ISSUED (UTC)', 'KIND', 'SCALE', 'IN FORCE UNTIL', 'NOTICE'],
        (notices as NoticeRow[]).map((each) => [
          formatDayAndTime(each.issued_at, '–'),
          each.kind,
          each.scale === null || each.level === null ? '–' : `${each.scale}${each.level}`,
          each.in_force ? formatDayAndTime(each.in_force_until, '–') : 'not in force',
          each.headline ?? '–',
        ]),
        terminal,
        // The kind begins each headline.
        { leaving: ['SCALE', 'KIND'], whole: ['ISSUED (UTC)', 'IN FORCE UNTIL'] },
      ),
  },
  object: {
    path: ({ args, query }) => (args.length > 1 ? batchPath(args, query) : objectPath(args, query)),
    print: printObjects,
  },
  passes: {
    isOfPlace: true,
    takesNames: true,
    path: ({ args }, { ics }) =>
      `/v1/passes${ics ? '.ics' : ''}?ids=${args.map(encodeURIComponent).join(',')}`,
    print: printPasses,
  },
  above: { isOfPlace: true, path: () => '/v1/above', print: printAbove },
  tle: { path: ({ args }) => `/v1/tle/${segment(args)}` },
  launches: {
    path: ({ query }, { ics, previous }) => {
      if (query['days'] !== undefined && !previous) throw new UsageError('--days needs --previous')
      return ics ? '/v1/launches.ics' : `/v1/launches/${previous ? 'previous' : 'upcoming'}`
    },
    print: ({ launches }, terminal) => printLaunches(launches as LaunchRow[], terminal),
  },
  people: {
    path: () => '/v1/people',
    print: ({ people }, terminal) =>
      printTable(
        ['NAME', 'AGENCY', 'FROM', 'WHERE', 'SINCE'],
        (people as Person[]).map((each) => [
          each.name,
          each.agency_abbreviation ?? each.agency ?? '–',
          each.nationalities.join(', ') || '–',
          each.station ?? each.spacecraft ?? '–',
          formatMoment(each.since, '–'),
        ]),
        terminal,
        { leaving: ['FROM', 'AGENCY'], whole: ['NAME', 'SINCE'] },
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
        { leaving: ['ID', 'SOURCE', 'SPEED'], whole: ['START'] },
      ),
  },
}

function segment([argument = '']: readonly string[]): string {
  return encodeURIComponent(argument)
}

/** @throws UsageError if `from` or `to` comes without `history`, or `at` with it */
function objectPath(ids: readonly string[], { history, at, from, to }: DataRequest['query']): string {
  if (history === undefined && (from ?? to) !== undefined)
    throw new UsageError('--from and --to need --history')
  if (history !== undefined && at !== undefined)
    throw new UsageError('--history takes --from and --to, not --at')
  return `/v1/objects/${segment(ids)}${history === undefined ? '' : '/history'}`
}

/** @throws UsageError for options that the path of several objects does not accept */
function batchPath(ids: readonly string[], query: DataRequest['query']): string {
  const option = Object.keys(query).find((name) => name !== 'at')
  if (option !== undefined) throw new UsageError(`--${option} takes one object`)
  return `/v1/objects?ids=${ids.map(encodeURIComponent).join(',')}`
}

/** Prints the data of a path as readable values, or the response itself if it is JSON or text. */
export async function printData(request: DataRequest, flags: DataFlags, terminal: Terminal): Promise<void> {
  const shown = SHOWN[request.name]
  if (!shown) throw new UsageError(`there are no data named "${request.name}"`)
  const query = shown.isOfPlace ? withPlace(request) : request.query
  const pathOf = (args: DataRequest['args']) =>
    withQuery(shown.path({ ...request, args }, flags), { ...request, query }, flags)
  let path = pathOf(request.args)
  await showFrom(flags, terminal, async (source) => {
    if (shown.takesNames) path = pathOf(await numbersOf(request.args, source))
    const response = await source.get(path, '*/*')
    const text = await response.text()
    const textValidUntil = response.headers.get('x-valid-until')
    if (textValidUntil !== null) {
      await terminal.out(text)
      return Date.parse(textValidUntil)
    }
    const envelope = JSON.parse(text) as Envelope
    if (flags.json) await terminal.out(`${text}\n`)
    else await printEnvelope(envelope, shown, terminal)
    return Date.parse(envelope.valid_until)
  })
}

/** Returns arguments with the catalogue number of the best match in place of each name. */
function numbersOf(args: readonly string[], source: DataSource): Promise<string[]> {
  return Promise.all(
    args.map(async (arg) => {
      if (/^\d+$/.test(arg)) return arg
      const found = await source.get(`/v1/objects?name=${encodeURIComponent(arg)}`, 'application/json')
      const { data } = (await found.json()) as Envelope
      const [first] = data['objects'] as readonly { readonly norad_id: number }[]
      if (!first) throw new CliError(`no object has the name "${arg}"`, 'Use its catalogue number.')
      return String(first.norad_id)
    }),
  )
}

/** Adds the parameters; for a TLE group, JSON is selected by the parameter `format`. */
function withQuery(path: string, { name, query }: DataRequest, { json }: DataFlags): string {
  const all = new URLSearchParams({ ...(name === 'tle' && json && { format: 'json' }), ...query })
  // `history` selects another path; it is not a parameter.
  all.delete('history')
  return all.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${all}`
}

/** @throws UsageError without a location */
function withPlace({ name, query: { at = '', ...query } }: DataRequest): DataRequest['query'] {
  const place = placeIn(at)
  if (!place)
    throw new UsageError(`${name} needs --at with latitude,longitude in degrees, such as --at 48.1,11.6`)
  return { latitude: String(place.latitude), longitude: String(place.longitude), ...query }
}

async function printEnvelope(
  { data, source, valid_until }: Envelope,
  { print }: Shown,
  terminal: Terminal,
): Promise<void> {
  if (!print) {
    const validUntil = formatMoment(valid_until, '–')
    return printPairs({ ...describeFields(data), source, 'valid until': validUntil }, terminal)
  }
  await print(data, terminal)
  await terminal.out('\n')
  await printLines(`${source}, ${formatValidity(valid_until)}`, terminal)
}

/** Prints one object, the objects of a list with the missing numbers, or the history of an object. */
async function printObjects(data: Envelope['data'], terminal: Terminal): Promise<void> {
  if (data['elements']) return printHistory(data, terminal)
  const { objects = [data], missing = [] } = data as { objects?: Row[]; missing?: number[] }
  for (const [i, { source, ...elements }] of objects.entries()) {
    if (i > 0) await terminal.out('\n')
    const { tle_line1, tle_line2, ...fields } = elements
    await printPairs(describeFields(fields), terminal)
    // On separate lines and without indentation, so that they can be copied.
    if (tle_line1 && tle_line2) await terminal.out(`\n${tle_line1}\n${tle_line2}\n`)
  }
  if (missing.length === 0) return
  await terminal.out('\n')
  await printLines(`not published: ${missing.join(', ')}`, terminal)
}

async function printHistory(data: Envelope['data'], terminal: Terminal): Promise<void> {
  const { norad_id, catalogues_kept, kept_from, kept_to } = data
  const rows = data['elements'] as Row[]
  await printLines(`${rows.at(-1)?.['name']} (${norad_id})`, terminal)
  await printTable(
    ['EPOCH', 'PERIGEE', 'APOGEE', 'INCLINATION', 'REV/DAY', 'B*', 'KNOWN SINCE'],
    rows.map((row) => [
      formatMoment(row['epoch'] ?? null, '–'),
      `${row['perigee_km']} km`,
      `${row['apogee_km']} km`,
      `${row['inclination_deg']}°`,
      String(row['mean_motion_rev_per_day']),
      String(row['bstar_per_earth_radius']),
      formatMoment(row['first_catalogue_at'] ?? null, '–'),
    ]),
    terminal,
    { leaving: ['KNOWN SINCE', 'B*', 'REV/DAY'], whole: ['EPOCH'] },
  )
  await terminal.out('\n')
  await printLines(
    `Catalogues of ${catalogues_kept} nights are kept, from ${kept_from} to ${kept_to}`,
    terminal,
  )
}
