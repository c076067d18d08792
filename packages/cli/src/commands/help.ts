import type { Command } from 'commander'
import { nearest } from '#config/nearest'
import { inOneLine, UsageError } from '#failure'

/**
 * `space-data help keys issue`, and `keys help issue`, for the program and each group of it; after all other commands.
 * Commander's own goes one level down, and of a name that it does not know it prints everything but the name.
 */
export function addHelp(group: Command): void {
  for (const command of group.commands) if (command.commands.length > 0) addHelp(command)
  group
    .command('help [command...]')
    .description('Show the help of a command')
    .action((names: string[]) => names.reduce(commandIn, group).help())
}

function commandIn(group: Command, name: string): Command {
  const found = group.commands.find((command) => command.name() === name)
  if (found) return found
  const near = nearest(
    name,
    group.commands.map((command) => command.name()),
  )
  const hint = near ? ` (Did you mean ${near}?)` : ''
  throw new UsageError(`unknown command '${inOneLine(name)}'${hint}`, `See ${pathOf(group)} --help`)
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}
