import root from '@bomb.sh/tab'
import type { Command, Option } from 'commander'

/** Lets the shell complete the name of a file, which the library never does. */
export const FILES = ':0\n'

/** How the places of stores begin. */
const PLACES = ['memory:', 'sqlite:', 'redis://']

/** Prints the script that makes zsh or fish ask the program for what may come next. */
export function printScript(program: Command, shell: 'zsh' | 'fish'): void {
  root.setup(program.name(), program.name(), shell)
}

/** Prints what may stand in the place of the last word, which may be empty. */
export function printCompletions(
  program: Command,
  words: readonly string[],
  tierNames: readonly string[],
): void {
  describe(program, '', tierNames)
  root.parse([...words])
}

/** The words with those put together again that bash took for several: `sqlite`, `:` and `data` are one place. */
export function unbroken(words: readonly string[]): string[] {
  return words
    .join('\0')
    .replace(/\0:(?:\0|$)/g, ':')
    .split('\0')
}

/** Whether the last word is the value of a flag that takes a file, or the place of one, or the file that a command takes. */
export function isFileWanted(program: Command, words: readonly string[]): boolean {
  const [flag, value = ''] = words.slice(-2)
  const command = words.reduce((at, word) => at.commands.find((sub) => sub.name() === word) ?? at, program)
  const option = command.options.find(({ long }) => long === flag)
  const placeholder = placeholderOf(option)
  if (placeholder !== undefined)
    return placeholder === 'file' || (placeholder === 'place' && /^sqlite:/.test(value))
  return !value.startsWith('-') && command.registeredArguments.some((argument) => argument.name() === 'file')
}

/** The program and its commands, as the library wants them: by their whole paths. */
function describe(command: Command, path: string, tierNames: readonly string[]): void {
  const described = path === '' ? root : root.command(path, command.description())
  const help = command.createHelp()
  for (const option of help.visibleOptions(command)) describeOption(described, option, tierNames)
  for (const argument of command.registeredArguments) {
    const values = argument.name() === 'tier' ? tierNames : argument.argChoices
    described.argument(argument.name(), values && offering(values), argument.variadic)
  }
  for (const sub of help.visibleCommands(command)) describe(sub, `${path} ${sub.name()}`.trim(), tierNames)
}

function describeOption(
  described: ReturnType<typeof root.command>,
  option: Option,
  tierNames: readonly string[],
): void {
  const name = option.long?.slice(2)
  if (name === undefined) return
  const takesValue = option.required || option.optional
  if (takesValue) described.option(name, option.description, offering(valuesOf(option, tierNames)))
  else described.option(name, option.description)
}

function valuesOf(option: Option, tierNames: readonly string[]): readonly string[] {
  const placeholder = placeholderOf(option)
  if (placeholder === 'tier') return tierNames
  // Only a server keeps its data in memory: the flags of the other commands do not speak of it.
  if (placeholder === 'place') return PLACES.filter((place) => option.description.includes(place))
  return option.argChoices ?? []
}

/** What the flag calls its value: `tier` of `--tier <tier>`. */
function placeholderOf(option: Option | undefined): string | undefined {
  return /[<[](.+)[>\]]$/.exec(option?.flags ?? '')?.[1]
}

type Complete = (value: string, description: string) => void

function offering(values: readonly string[]) {
  return (complete: Complete) => {
    for (const value of values) complete(value, '')
  }
}
