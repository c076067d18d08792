import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAccounts } from '#commands/accounts'
import { addComplete } from '#commands/complete'
import { addConfig } from '#commands/config'
import { addDoctor } from '#commands/doctor'
import { addHelp } from '#commands/help'
import { addKeys } from '#commands/keys'
import { addOpenapi } from '#commands/openapi'
import { addServe } from '#commands/serve'
import { addShell } from '#commands/shell'
import { addStatus } from '#commands/status'
import { addStore } from '#commands/store'
import { addTiers } from '#commands/tiers'
import { codeOf, Failure, inOneLine, UsageError } from '#failure'
import { withExample } from '#options'
import type { Terminal } from '#terminal'

export { processTerminal, type Terminal } from '#terminal'

/** Runs one command line and gives its exit code: 0 good, 1 failure, 2 bad usage; never ends the process. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let help = ''
  const program = programOf(terminal, (text) => {
    help += text
  })
  try {
    await program.parseAsync(argv, { from: 'user' }).catch(async (error) => {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
      await terminal.out(help)
    })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help') return 2
    if (codeOf(error) === 'EPIPE') return 1
    const failure = asFailure(error, program, argv)
    const lines = [`space-data: ${failure.message}`, ...(failure.remedy ? [failure.remedy] : [])]
    const trace = terminal.env['SPACE_DATA_DEBUG'] && error instanceof Error ? [error.stack] : []
    terminal.err(`${[...lines, ...trace].join('\n')}\n`)
    return failure instanceof UsageError ? 2 : 1
  }
}

/** The commands; `command()` lets each inherit how errors and output are handled, `addCommand()` would not. */
function programOf(terminal: Terminal, writeHelp: (text: string) => void): Command {
  const program = new Command('space-data')
    .description('Serves public space data as one read-only HTTP interface.')
    .version(versionOf())
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      writeErr: (text) => terminal.err(text),
      outputError: () => {},
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
  withExample(program, 'serve --sample')
  for (const add of [
    addServe,
    addKeys,
    addAccounts,
    addTiers,
    addConfig,
    addShell,
    addStore,
    addStatus,
    addDoctor,
    addOpenapi,
    addComplete,
    addHelp,
  ])
    add(program, terminal)
  return program
}

function asFailure(error: unknown, program: Command, argv: readonly string[]): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof CommanderError)) return new Failure(inOneLine(error))
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  return new UsageError(message, `See ${pathOf(program, argv)} --help`)
}

/** The words of `argv` that name a command, behind the program's own name. */
function pathOf(program: Command, argv: readonly string[]): string {
  const next = program.commands.find((command) => command.name() === argv[0])
  return next ? `${program.name()} ${pathOf(next, argv.slice(1))}` : program.name()
}

function versionOf(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}
