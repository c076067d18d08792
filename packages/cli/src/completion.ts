import root from '@bomb.sh/tab'
import type { Argument, Command, Option } from 'commander'

/** Lets the shell complete the name of a file, which the library never does. */
export const FILES = ':0\n'

/** Prints the script that makes zsh or fish ask the program for what may come next. */
export function printScript(program: Command, shell: 'zsh' | 'fish'): void {
  root.setup(program.name(), program.name(), shell)
}

/** Prints what may stand in the place of the last word, which may be empty. */
export function printCompletions(program: Command, words: readonly string[]): void {
  describe(program, '')
  root.parse([...words])
}

/** Whether the last word is the value of a flag that takes a file, or a place that may be one. */
export function isFileWanted(program: Command, words: readonly string[]): boolean {
  const flag = words.at(-2)
  if (!flag?.startsWith('--')) return false
  const command = words.reduce((at, word) => at.commands.find((sub) => sub.name() === word) ?? at, program)
  return command.options.some(({ long, flags }) => long === flag && /<(?:file|place)>/.test(flags))
}

/** The program and its commands, as the library wants them: by their whole paths. */
function describe(command: Command, path: string): void {
  const described = path === '' ? root : root.command(path, command.description())
  const help = command.createHelp()
  for (const option of help.visibleOptions(command)) describeOption(described, option)
  for (const argument of command.registeredArguments) {
    described.argument(argument.name(), valuesOf(argument), argument.variadic)
  }
  for (const sub of help.visibleCommands(command)) describe(sub, `${path} ${sub.name()}`.trim())
}

function describeOption(described: ReturnType<typeof root.command>, option: Option): void {
  const name = option.long?.slice(2)
  if (name === undefined) return
  const takesValue = option.required || option.optional
  if (takesValue) described.option(name, option.description, valuesOf(option) ?? (() => {}))
  else described.option(name, option.description)
}

type Complete = (value: string, description: string) => void

function valuesOf({ argChoices }: Pick<Argument | Option, 'argChoices'>) {
  return (
    argChoices &&
    ((complete: Complete) => {
      for (const choice of argChoices) complete(choice, '')
    })
  )
}
