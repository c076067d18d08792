import { type Command, Option } from 'commander'
import { withExample, withServer, withServerStore, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data series`: the history of space weather. */
export function addSeries(program: Command, terminal: Terminal): void {
  const command = program
    .command('series <quantity>')
    .description(
      'Draw the history of a quantity as lines, or print it as CSV: kp, kp/gfz, wind, mag, xray, proton or ' +
        'electrons, or the daily flux, sunspots or a-index',
    )
    .option(
      '--last <duration>',
      'period up to now, such as 7d or 36h: at most 31d, 24h by default; for daily values at most 366d, ' +
        '30d by default',
    )
    .option(
      '--step <duration>',
      'time per value, such as 1h: the mean of wind, mag and daily values, the maximum of the others ' +
        '(default: fits the width)',
    )
    .addOption(new Option('--csv', 'print CSV, by default one line per recorded value').conflicts('json'))
    .option('--json', 'print the JSON of the API')
  withServer(withUpstream(withServerStore(withWide(command))))
  withExample(command, 'series xray --last 7d')
  command.action(async (quantity, flags) =>
    (await import('#actions')).series(quantity, flags, inWidth(flags, terminal)),
  )
}
