import { type Command, Option } from 'commander'
import { withExample, withServer, withServerStore, withSettings, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data shell`: computes and shows the density of catalogued objects. */
export function addShell(program: Command, terminal: Terminal): void {
  const shell = program
    .command('shell')
    .description('Compute and show the density of catalogued objects in every shell')
  withExample(shell, 'shell run --sample')

  const running = shell
    .command('run')
    .description('Propagate the catalogue over 24 hours and publish the density of every shell')
    .option(
      '--catalogue <file>',
      'OMM JSON or CSV, or 2- or 3-line TLE, instead of downloading the catalogue',
    )
    .option(
      '--at <instant>',
      'start of the 24 hours (default: 00:00 UTC today, or on the day of a catalogue over 30 days old)',
    )
    .option('--workers <n>', 'number of threads (default: one per core)')
    .option('--bins <deg>', 'bin size in degrees, 10 or 5 (default: 10)')
    .option('--accept-size', 'publish a catalogue even if its size differs a lot from previous nights')
    .option('--quiet', 'print errors only, and the result only with --json')
  withSettings(running, ['altitudes', 'keepCatalogues'])
  withCommon(running, 'shell run --catalogue catalogue.csv --at 2026-11-21 --workers 2')
  running.action(async (flags) => (await import('#actions')).runShells(flags, terminal))

  const asking = shell.command('status').description('Show the last run and when the next one is due')
  withCommon(asking, 'shell status').action(async (flags) =>
    (await import('#actions')).shellStatus(flags, terminal),
  )

  const showing = shell
    .command('show [alt]')
    .description('Show the 10 km shell at an altitude as a map (also: shell 550), or all shells by altitude')
    .option('--profile', 'show all shells by altitude')
    .addOption(
      new Option('--latitudes', 'show the shell by latitude instead of as a map').conflicts([
        'profile',
        'svg',
      ]),
    )
    .option('--svg <file>', 'write an SVG to a new file instead')
    .addOption(
      new Option('--watch', 'show it again whenever the data have expired, until Ctrl-C').conflicts('svg'),
    )
  withServer(withSettings(showing, ['altitudes']))
  withCommon(showing, 'shell show 785 --svg shell-785.svg')
  showing.action(async (alt, flags) => (await import('#actions')).showShells(alt, flags, terminal))

  const comparing = shell
    .command('diff')
    .description('Show which objects were added and removed since the previous run')
  withCommon(withWide(comparing), 'shell diff --json').action(async (flags) =>
    (await import('#actions')).diffShells(flags, inWidth(flags, terminal)),
  )

  const looking = shell
    .command('history')
    .description('Show a shell day by day, with the objects that the catalogue gained and lost')
    .option('--alt <km>', 'altitude of the shell in km', '550')
    .option('--from <day>', 'first UTC day (default: 30 days up to the last run)')
    .option('--to <day>', 'last UTC day (default: the day of the last run)')
  withSettings(looking, ['altitudes'])
  withCommon(withWide(looking), 'shell history --alt 785 --from 2026-11-01')
  looking.action(async (flags) => (await import('#actions')).shellHistory(flags, inWidth(flags, terminal)))

  const keeping = shell
    .command('catalogue [day] [file]')
    .description('List the days whose catalogue is kept, or write one catalogue to a new OMM JSON file')
  withCommon(keeping, 'shell catalogue 2026-11-20 catalogue.json')
  keeping.action(async (day, file, flags) =>
    (await import('#actions')).keptCatalogue(day, file, flags, terminal),
  )

  const inventing = shell
    .command('synth <n> <file>')
    .description('Write a synthetic catalogue of n objects to a new OMM CSV file')
    .option('--at <instant>', 'epoch of the catalogue (default: now)')
    .option('--seed <n>', 'seed of the random orbits', '1')
    .option('--json', 'print one JSON value')
  withExample(inventing, 'shell synth 30000 catalogue.csv')
  inventing.action(async (count, file, flags) =>
    (await import('#actions')).writeSyntheticCatalogue(count, file, flags, terminal),
  )
}

function withCommon(command: Command, example: string): Command {
  return withExample(withUpstream(withServerStore(command)).option('--json', 'print one JSON value'), example)
}
