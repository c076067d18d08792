import type { Command } from 'commander'
import { withExample, withServerStore, withUpstream } from '#options'
import type { Terminal } from '#terminal'

/** The commands that print data, with their argument and an example. */
const DATA_COMMANDS = [
  { name: 'kp', what: 'Print the planetary K index', example: 'kp --watch' },
  { name: 'wind', what: 'Print the solar wind at L1', example: 'wind' },
  { name: 'mag', what: 'Print the magnetic field of the solar wind at L1', example: 'mag --json' },
  { name: 'xray', what: 'Print the X-ray flux and its flare class', example: 'xray' },
  { name: 'proton', what: 'Print the proton flux', example: 'proton' },
  { name: 'launches', what: 'Print the next launches', example: 'launches' },
  { name: 'events', what: 'Print the solar events of the last seven days', example: 'events' },
  {
    name: 'object',
    argument: '<norad_id>',
    what: 'Print the orbital elements of an object',
    example: 'object 25544',
  },
  {
    name: 'tle',
    argument: '<group>',
    what: 'Print the TLE of a group, three lines for each object',
    example: 'tle stations > stations.tle',
  },
] as const

/** Adds `space-data kp` and the other commands that print data. */
export function addData(program: Command, terminal: Terminal): void {
  for (const { name, what, example, ...rest } of DATA_COMMANDS) {
    const command = program.command('argument' in rest ? `${name} ${rest.argument}` : name).description(what)
    withSource(command)
      .option('--json', 'print the JSON of the API')
      .option('--watch', 'print it again whenever it has expired, until Ctrl-C')
    withExample(command, example)
    command.action(async (...given) => {
      const [flags, argument] = 'argument' in rest ? [given[1], given[0]] : [given[0], undefined]
      return (await import('#actions')).printData(name, argument, flags, terminal)
    })
  }
}

/** Adds `space-data now`. */
export function addNow(program: Command, terminal: Terminal): void {
  const command = program.command('now').description('Print space weather, launches and debris on one screen')
  withSource(command)
    .option(
      '--at <place>',
      'latitude,longitude in degrees, such as 48.1,11.6, for the next passes of the ISS',
    )
    .option('--watch', 'print it again every minute, until Ctrl-C')
  withExample(command, 'now --at 48.1,11.6')
  command.action(async (flags) => (await import('#actions')).now(flags, terminal))
}

/** Adds where the data come from: a server, or the providers through a store. */
function withSource(command: Command): Command {
  return withUpstream(withServerStore(command))
    .option('--base <url>', 'ask this server instead of the providers (env: SPACE_DATA_BASE)')
    .option('--key-file <file>', 'with --base: file with the API key (env: SPACE_DATA_KEY, the key itself)')
}
