import { type Command, Option } from 'commander'
import { withExample, withServer, withServerStore, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** A command that prints data. */
interface DataCommand {
  readonly name: string
  readonly argument?: string
  readonly what: string
  /** Options that are query parameters of the path, in snake case there. */
  readonly queries?: readonly (readonly [flags: string, what: string])[]
  /** Whether it prints a table, which may be wider than a terminal. */
  readonly hasTable?: true
  readonly example: string
}

const FORMAT = ['--format <format>', 'print OMM in this format: json, csv, kvn or xml'] as const

const AT = ['--at <instant>', 'latest value recorded by this instant, such as 2026-11-20T12:34Z'] as const

const KNOWN_AT = ['--at <instant>', 'elements as of this instant, if the operator keeps catalogues'] as const

/** Options for views of the sky from a location. */
const PLACE = [
  ['--at <place>', 'latitude,longitude in degrees, such as 48.1,11.6'],
  ['--min-elevation-deg <n>', 'lowest elevation in degrees (default: 10)'],
] as const

const DATA_COMMANDS: readonly DataCommand[] = [
  { name: 'kp', what: 'Print the planetary K index', queries: [AT], example: 'kp --watch' },
  { name: 'wind', what: 'Print the solar wind at L1', queries: [AT], example: 'wind' },
  {
    name: 'mag',
    what: 'Print the magnetic field of the solar wind at L1',
    queries: [AT],
    example: 'mag --json',
  },
  { name: 'xray', what: 'Print the X-ray flux and its flare class', queries: [AT], example: 'xray' },
  { name: 'proton', what: 'Print the proton flux', queries: [AT], example: 'proton' },
  { name: 'electrons', what: 'Print the electron flux', queries: [AT], example: 'electrons' },
  { name: 'flux', what: 'Print the radio flux at 10.7 cm (F10.7)', example: 'flux' },
  { name: 'sunspots', what: 'Print the sunspot number and the flares of the last day', example: 'sunspots' },
  { name: 'a-index', what: 'Print the planetary A index', example: 'a-index' },
  {
    name: 'notices',
    what: 'Print the watches, warnings and alerts of NOAA SWPC, newest first',
    queries: [
      ['--in-force', 'only notices in force'],
      ['--scale <step>', 'only notices at this level of a scale or above, such as G3'],
      ['--since <instant>', 'only notices issued at or after this instant'],
      ['--limit <n>', 'maximum number of notices'],
    ],
    hasTable: true,
    example: 'notices --in-force',
  },
  {
    name: 'launches',
    what: 'Print the next launches, or past ones',
    queries: [
      ['--days <n>', 'with --previous: only launches of the last n days, 1 to 60'],
      ['--provider <text>', 'only providers with this text in their name'],
      ['--country <list>', 'only pads in these countries, such as USA,NZL'],
      ['--pad <text>', 'only pads with this text in their name or launch site'],
      ['--status <list>', 'only launches in these states, such as go,hold'],
      ['--precision <unit>', 'only launches whose time is known at least this precisely, such as day'],
      ['--limit <n>', 'maximum number of launches'],
    ],
    hasTable: true,
    example: 'launches --provider spacex --limit 3',
  },
  {
    name: 'people',
    what: 'Print who is in space, longest stay first',
    hasTable: true,
    example: 'people',
  },
  {
    name: 'events',
    what: 'Print the solar events of the last seven days',
    queries: [
      ['--kind <list>', 'only these kinds: cme, flare, sep'],
      ['--min-class <class>', 'only flares of this class or stronger, such as M1'],
      ['--limit <n>', 'maximum number of events, newest first'],
    ],
    hasTable: true,
    example: 'events --kind flare --min-class M1',
  },
  {
    name: 'object',
    argument: '<norad_id...>',
    what: 'Print the orbital elements of one object or of up to 100',
    queries: [
      FORMAT,
      KNOWN_AT,
      ['--history', 'print earlier elements, one row per epoch, if the operator keeps catalogues'],
      ['--from <instant>', 'history: first epoch (default: 30 days before --to)'],
      ['--to <instant>', 'history: only epochs before this instant (default: no limit)'],
    ],
    hasTable: true,
    example: 'object 25544',
  },
  {
    name: 'passes',
    argument: '<object...>',
    what: 'Print the next passes of up to 20 objects (numbers or names) over a location, in UTC',
    queries: [
      ...PLACE,
      ['--from <instant>', 'only passes that end after this instant (default: now)'],
      ['--to <instant>', 'only passes that start before this instant, at most 10 days after --from'],
      ['--days <n>', 'instead of --to: number of days after --from, 1 to 10 (default: 3)'],
      ['--visible', 'only passes with the object sunlit while the sky is dark'],
      ['--frequency-mhz <n>', 'with the Doppler shift of this frequency at rise and set'],
      ['--limit <n>', 'maximum number of passes'],
    ],
    hasTable: true,
    example: 'passes ISS --at 48.1,11.6',
  },
  {
    name: 'above',
    what: 'Print the satellites of a group that are above a location now, highest first',
    queries: [
      ...PLACE,
      ['--group <name>', 'group of satellites (default: visual)'],
      ['--limit <n>', 'maximum number of objects'],
    ],
    hasTable: true,
    example: 'above --at 48.1,11.6 --group stations',
  },
  {
    name: 'tle',
    argument: '<group>',
    what: 'Print the TLE of a group, three lines for each object',
    queries: [FORMAT, KNOWN_AT],
    example: 'tle stations > stations.tle',
  },
]

/** Adds `space-data kp` and the other commands that print data. */
export function addData(program: Command, terminal: Terminal): void {
  for (const { name, argument, what, queries = [], hasTable = false, example } of DATA_COMMANDS) {
    const command = program.command(argument ? `${name} ${argument}` : name).description(what)
    const options = queries.map(([flags, about]) => new Option(flags, about))
    for (const option of options)
      command.addOption(option.attributeName() === 'format' ? option.conflicts('json') : option)
    if (name === 'launches')
      command.option('--previous', 'past launches instead, latest first').addOption(calendarOption(options))
    if (name === 'passes')
      command.addOption(new Option('--ics', 'print them as a calendar').conflicts('json'))
    if (hasTable) withWide(command)
    withSource(command)
      .option('--json', 'print the JSON of the API')
      .option('--watch', 'print again whenever the data have expired, until Ctrl-C')
    withExample(command, example)
    command.action(async () => {
      const flags = command.opts()
      const query = options.flatMap((option) => {
        const value: string | true | undefined = flags[option.attributeName()]
        return value === undefined ? [] : [[option.name().replaceAll('-', '_'), String(value)]]
      })
      const request = { name, args: command.args, query: Object.fromEntries(query) }
      return (await import('#actions')).printData(request, flags, inWidth(flags, terminal))
    })
  }
}

/** Adds `--ics` for launches. The calendar has all launches, so it excludes selections. */
function calendarOption(selections: readonly Option[]): Option {
  const others = selections.map((option) => option.attributeName())
  return new Option('--ics', 'print all upcoming launches as a calendar').conflicts([
    'json',
    'previous',
    ...others,
  ])
}

/** Adds `space-data now`. */
export function addNow(program: Command, terminal: Terminal): void {
  const command = program
    .command('now')
    .description('Print space weather, launches and catalogued objects on one screen')
  withSource(command)
    .option(
      '--at <place>',
      'location for the next passes of the ISS: latitude,longitude in degrees, such as 48.1,11.6',
    )
    .addOption(
      new Option(
        '--json',
        'print the API responses for current, kp, wind, mag, xray, proton and launches as one JSON value',
      ).conflicts('at'),
    )
    .option('--watch', 'print again every minute, until Ctrl-C')
  withExample(command, 'now --at 48.1,11.6')
  command.action(async (flags) => (await import('#actions')).now(flags, terminal))
}

/** Adds the options for the source of the data: a server, or the providers through a store. */
function withSource(command: Command): Command {
  return withServer(withUpstream(withServerStore(command)))
}
