import type { Command } from 'commander'
import { describeError, UsageError } from '#kit/errors'
import { suggest } from '#kit/suggest'

/**
 * Adds `help` to the program and to each group: `space-data help keys issue`, `keys help issue`. Call it
 * last.
 * Commander's own `help` goes one level deep and ignores unknown names.
 */
export function addHelp(group: Command): void {
  for (const command of group.commands) if (command.commands.length > 0) addHelp(command)
  group
    .command('help [command...]')
    .description('Show help for a command')
    .action((names: string[]) => names.reduce(findCommand, group).help())
}

function findCommand(group: Command, name: string): Command {
  const found = group.commands.find((command) => command.name() === name)
  if (found) return found
  const near = suggest(
    name,
    group.commands.map((command) => command.name()),
  )
  const hint = near ? ` (Did you mean ${near}?)` : ''
  throw new UsageError(
    `unknown command '${describeError(name)}'${hint}`,
    `See ${fullCommandName(group)} --help`,
  )
}

function fullCommandName(command: Command): string {
  return command.parent ? `${fullCommandName(command.parent)} ${command.name()}` : command.name()
}
