import root from '@bomb.sh/tab'
import type { Command, Option } from 'commander'

/** Directive that makes the shell complete file names, which `@bomb.sh/tab` never does. */
export const FILES = ':0\n'

/** Prefixes of store locations. */
const STORE_PREFIXES = [
  'memory:',
  'sqlite:',
  'redis://',
  'redis+cluster://',
  'redis+sentinel://',
  'postgres://',
]

/** Returns the completion script for zsh or fish. */
export function completionScript(program: Command, shell: 'zsh' | 'fish'): string {
  return printedBy(() => root.setup(program.name(), program.name(), shell))
}

/** Returns a line for each candidate for the last word, which may be empty. */
export function completionsOf(
  program: Command,
  words: readonly string[],
  tierNames: readonly string[],
): string {
  declareCommand(program, '', tierNames)
  return printedBy(() => root.parse([...words]))
}

/** Returns the output of `@bomb.sh/tab`, which has no other way to return its results. */
function printedBy(act: () => void): string {
  const { log } = console
  let printed = ''
  console.log = (line: string) => {
    printed += `${line}\n`
  }
  try {
    act()
  } finally {
    console.log = log
  }
  return printed
}

/** Rejoins words that bash splits at colons: `sqlite`, `:` and `data` are one location. */
export function rejoinWords(words: readonly string[]): string[] {
  return words
    .join('\0')
    .replace(/\0:(?:\0|$)/g, ':')
    .split('\0')
}

/**
 * Whether a file name is expected for the last word: as a flag's value, in a store location or as an
 * argument.
 */
export function expectsFile(program: Command, words: readonly string[]): boolean {
  const [flag, value = ''] = words.slice(-2)
  const command = words.reduce((at, word) => at.commands.find((sub) => sub.name() === word) ?? at, program)
  const option = command.options.find(({ long }) => long === flag)
  const placeholder = optionPlaceholder(option)
  if (placeholder !== undefined)
    return placeholder === 'file' || (placeholder === 'location' && /^sqlite:/.test(value))
  return !value.startsWith('-') && command.registeredArguments.some((argument) => argument.name() === 'file')
}

/** Declares a command and its subcommands by their full paths. */
function declareCommand(command: Command, path: string, tierNames: readonly string[]): void {
  const described = path === '' ? root : root.command(path, command.description())
  const help = command.createHelp()
  for (const option of help.visibleOptions(command)) declareOption(described, option, tierNames)
  for (const argument of command.registeredArguments) {
    const values = argument.name() === 'tier' ? tierNames : argument.argChoices
    described.argument(argument.name(), values && completer(values), argument.variadic)
  }
  for (const sub of help.visibleCommands(command))
    declareCommand(sub, `${path} ${sub.name()}`.trim(), tierNames)
}

function declareOption(
  described: ReturnType<typeof root.command>,
  option: Option,
  tierNames: readonly string[],
): void {
  const name = option.long?.slice(2)
  if (name === undefined) return
  const takesValue = option.required || option.optional
  if (takesValue) described.option(name, option.description, completer(optionValues(option, tierNames)))
  else described.option(name, option.description)
}

function optionValues(option: Option, tierNames: readonly string[]): readonly string[] {
  const placeholder = optionPlaceholder(option)
  if (placeholder === 'tier') return tierNames
  // Only `serve` accepts `memory:`; the descriptions of the other commands do not mention it.
  if (placeholder === 'location')
    return STORE_PREFIXES.filter((prefix) => prefix !== 'memory:' || option.description.includes(prefix))
  return option.argChoices ?? []
}

/** Returns the placeholder of an option: `tier` for `--tier <tier>`. */
function optionPlaceholder(option: Option | undefined): string | undefined {
  return /[<[](.+)[>\]]$/.exec(option?.flags ?? '')?.[1]
}

type Complete = (value: string, description: string) => void

function completer(values: readonly string[]) {
  return (complete: Complete) => {
    for (const value of values) complete(value, '')
  }
}
