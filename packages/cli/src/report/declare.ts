import type { Command } from 'commander'
import { withExample, withServerStore, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data report`: shows the monthly debris report, or writes it to a file. */
export function addReport(program: Command, terminal: Terminal): void {
  const command = program
    .command('report [month]')
    .description(
      'Show the debris report of a month, such as 2026-11 (default: the last); generates it if missing',
    )
    .option('--pdf <file>', 'write it as PDF to a new file')
    .option('--html <file>', 'write it as a web page to a new file')
    .option('--csv <file>', 'write it as CSV to a new file')
    .option(
      '--preview',
      'generate it again from the available days, not stored; with --pdf or --json, not --html or --csv',
    )
    .option('--json', 'print the report as one JSON value')
  withUpstream(withServerStore(withWide(command)))
  withExample(command, 'report 2026-11 --pdf report.pdf')
  command.action(async (month, flags) =>
    (await import('#actions')).report(month, flags, inWidth(flags, terminal)),
  )
}
