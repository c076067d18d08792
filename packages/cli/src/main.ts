import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { colorize } from '#kit/colors'
import { CliError, describeError, errorCode, UsageError } from '#kit/errors'
import { withExample } from '#kit/options'
import type { Terminal } from '#kit/terminal'
import { addServe } from '#serve/declare'

export { processTerminal, type Terminal } from '#kit/terminal'

/**
 * Runs a command line and returns its exit code: 0 success, 1 failure, 2 usage error. Never exits the
 * process.
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let help = ''
  const program = await createProgram(argv[0], terminal, (text) => {
    help += text
  })
  try {
    await program.parseAsync(withShortForms(argv), { from: 'user' }).catch(async (error) => {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
      await terminal.out(help)
    })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help') return 2
    if (errorCode(error) === 'EPIPE') return 1
    const failure = toCliError(error, program, argv)
    const lines = [`space-data: ${failure.message}`, ...(failure.remedy ? [failure.remedy] : [])]
    const trace = terminal.env['SPACE_DATA_DEBUG'] && error instanceof Error ? [error.stack] : []
    terminal.err(`${[...lines, ...trace].join('\n')}\n`)
    return failure instanceof UsageError ? 2 : 1
  }
}

/**
 * Creates the program. Commands are added with `command()`, which inherits error and output handling;
 * `addCommand()` does not.
 */
async function createProgram(
  command: string | undefined,
  terminal: Terminal,
  writeHelp: (text: string) => void,
): Promise<Command> {
  const helpWidth = Math.min(100, terminal.columns ?? 100)
  const program = new Command('space-data')
    .description('Serves public space data as one read-only HTTP API.')
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      writeErr: (text) => terminal.err(text),
      outputError: () => {},
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
      getOutHasColors: () => (terminal.colors ?? 1) > 1,
    })
    .configureHelp({
      styleTitle: (text) => colorize(text, 'title', terminal.colors),
      styleSubcommandTerm: (text) => colorize(text, 'term', terminal.colors),
      styleOptionTerm: (text) => colorize(text, 'term', terminal.colors),
      styleArgumentTerm: (text) => colorize(text, 'term', terminal.colors),
    })
  withExample(program, 'serve --sample')
  // `serve` does not load the other commands: loading and declaring them takes a thirtieth of a start.
  const groups = command === 'serve' ? { 'Operate:': [addServe] } : (await import('#commands')).COMMANDS
  for (const [group, commands] of Object.entries(groups)) {
    program.commandsGroup(group)
    for (const add of commands) add(program, terminal)
  }
  return program
}

/** `shell 550` is `shell show 550`. */
function withShortForms(argv: readonly string[]): string[] {
  const [command, altitude = '', ...rest] = argv
  return command === 'shell' && /^\d+$/.test(altitude) ? ['shell', 'show', altitude, ...rest] : [...argv]
}

function toCliError(error: unknown, program: Command, argv: readonly string[]): CliError {
  if (error instanceof CliError) return error
  if (!(error instanceof CommanderError)) return new CliError(describeError(error))
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  return new UsageError(message, `See ${commandPath(program, argv)} --help`)
}

/** Returns the program name followed by the command names in `argv`. */
function commandPath(program: Command, argv: readonly string[]): string {
  const next = program.commands.find((command) => command.name() === argv[0])
  return next ? `${program.name()} ${commandPath(next, argv.slice(1))}` : program.name()
}

function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}
