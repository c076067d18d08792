import { type Command, Option } from 'commander'
import { withExample, withServer, withServerStore, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data series`: the history of space weather. */
export function addSeries(program: Command, terminal: Terminal): void {
  const command = program
    .command('series <quantity>')
    .description(
      'Draw the history of a quantity as lines, or print it as CSV: kp, kp/gfz, wind, mag, xray, proton or electrons, and by day flux, sunspots or a-index',
    )
    .option(
      '--last <duration>',
      'time up to now, such as 7d or 36h, at most 31d, 24h by default; of values by day 366d and 30d',
    )
    .option(
      '--step <duration>',
      'time of a value, such as 1h: the mean of wind, mag and values by day, the highest of the others (default: as fits)',
    )
    .addOption(new Option('--csv', 'print CSV, by default a line for each value recorded').conflicts('json'))
    .option('--json', 'print the JSON of the API')
  withServer(withUpstream(withServerStore(withWide(command))))
  withExample(command, 'series xray --last 7d')
  command.action(async (quantity, flags) =>
    (await import('#actions')).series(quantity, flags, inWidth(flags, terminal)),
  )
}
