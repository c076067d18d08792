import type { Command } from 'commander'
import { withAltitudes, withExample, withServerStore, withUpstream } from '#options'
import type { Terminal } from '#terminal'

/** `space-data shell`: the nightly run of debris density, by hand, and what it found. */
export function addShell(program: Command, terminal: Terminal): void {
  const shell = program.command('shell').description('Compute and show the debris density of every shell')
  withExample(shell, 'shell run --sample')

  const running = shell
    .command('run')
    .description(
      'Propagate the catalogue over 24 hours, count every shell and publish it, for servers with the same --upstream',
    )
    .option('--catalogue <file>', 'OMM JSON or CSV, or TLE of 2 or 3 lines, instead of asking the provider')
    .option(
      '--at <instant>',
      'when the 24 hours begin (default: 0 h UTC today, or of its own day for a catalogue over 30 days old)',
    )
    .option('--workers <n>', 'threads to count with (default: one for each core)')
    .option('--bins <deg>', 'height and width of a bin in degrees, 10 or 5 (default: 10)')
    .option(
      '--accept-size',
      'publish what the provider or the file has, even if it is far more or less than the last nights had',
    )
  withAltitudes(running)
  withCommon(running, 'shell run --catalogue catalogue.csv --at 2026-11-21 --workers 2')
  running.action(async (flags) => (await import('#actions')).runShells(flags, terminal))

  const asking = shell.command('status').description('Show the last run and when the next one is due')
  withCommon(asking, 'shell status').action(async (flags) =>
    (await import('#actions')).shellStatus(flags, terminal),
  )

  const showing = shell
    .command('show [alt]')
    .description('Draw the 10 km shell that an altitude lies in as a map, or all shells by altitude')
    .option('--profile', 'all shells by altitude')
    .option('--svg <file>', 'as a picture in a new SVG file')
    .option('--png <file>', 'as a picture in a new PNG file')
  withAltitudes(showing)
  withCommon(showing, 'shell show 785 --png shell-785.png')
  showing.action(async (alt, flags) => (await import('#actions')).showShells(alt, flags, terminal))

  const comparing = shell.command('diff').description('Show which objects came and went since the run before')
  withCommon(comparing, 'shell diff --json').action(async (flags) =>
    (await import('#actions')).diffShells(flags, terminal),
  )

  const inventing = shell
    .command('synth <n> <file>')
    .description('Write an invented catalogue of n objects as OMM CSV; never over a file that is there')
    .option('--at <instant>', 'as of when (default: now)')
    .option('--seed <n>', 'another number gives other orbits', '1')
    .option('--json', 'print one JSON value')
  withExample(inventing, 'shell synth 30000 catalogue.csv')
  inventing.action(async (count, file, flags) =>
    (await import('#actions')).synthesise(count, file, flags, terminal),
  )
}

function withCommon(command: Command, example: string): Command {
  return withExample(withUpstream(withServerStore(command)).option('--json', 'print one JSON value'), example)
}
