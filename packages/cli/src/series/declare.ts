import { type Command, Option } from 'commander'
import { withExample, withServer, withServerStore, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data series`: the history of space weather. */
export function addSeries(program: Command, terminal: Terminal): void {
  const command = program
    .command('series <quantity>')
    .description('Draw the history of kp, wind, mag, xray or proton as lines, or print it as CSV')
    .option('--last <duration>', 'time up to now, such as 7d or 36h, at most 31d', '24h')
    .option(
      '--step <duration>',
      'time of a value, such as 1h: the mean of wind and mag, the highest of the others (default: as fits)',
    )
    .addOption(new Option('--csv', 'print CSV, by default a line for each value recorded').conflicts('json'))
    .option('--json', 'print the JSON of the API')
  withServer(withUpstream(withServerStore(withWide(command))))
  withExample(command, 'series xray --last 7d')
  command.action(async (quantity, flags) =>
    (await import('#actions')).series(quantity, flags, inWidth(flags, terminal)),
  )
}
