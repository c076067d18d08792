import { Argument, type Command } from 'commander'
import { UsageError } from '#failure'
import { withExample } from '#options'
import type { Terminal } from '#terminal'

/** `space-data complete`: what a shell needs to complete our commands and flags. */
export function addComplete(program: Command, terminal: Terminal): void {
  const command = program
    .command('complete')
    .description('Print the script by which bash, zsh or fish completes commands, flags and values')
    .addArgument(shellArgument())
    // What a script asks: `complete -- keys iss`.
    .allowExcessArguments()
    .addHelpText('after', HOW)
  withExample(command, 'complete bash > ~/.local/share/bash-completion/completions/space-data')
  command.action((shell: string | undefined) => complete(shell, command, program, terminal))
}

const HOW = `
For every new shell, once "space-data" is found in your PATH:
  bash  echo 'source <(space-data complete bash)' >> ~/.bashrc
  zsh   echo 'source <(space-data complete zsh)' >> ~/.zshrc
  fish  space-data complete fish > ~/.config/fish/completions/space-data.fish`

async function complete(
  shell: string | undefined,
  command: Command,
  program: Command,
  terminal: Terminal,
): Promise<void> {
  if (rawArgsOf(program)[1] === '--') {
    const { FILES, isFileWanted, printCompletions, unbroken } = await import('#completion')
    const words = unbroken(command.args)
    if (isFileWanted(program, words)) await terminal.out(FILES)
    else printCompletions(program, words, await tiersFor(words, terminal))
  } else if (command.args.length !== 1 || !isShell(shell)) {
    throw new UsageError('complete takes bash, zsh or fish', 'Such as space-data complete bash')
  } else if (shell === 'bash') {
    await terminal.out((await import('#completion-bash')).BASH_SCRIPT)
  } else {
    ;(await import('#completion')).printScript(program, shell)
  }
}

/** The tiers in force, for words that may want one: what knows them takes time to load. */
async function tiersFor(words: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  if (!words.some((word) => /tier/.test(word))) return []
  const config = words[words.indexOf('--config') + 1]
  const isNamed = words.includes('--config') && config !== undefined
  return (await import('#actions')).tierNames(isNamed ? { config } : {}, terminal)
}

/** Commander must not check it: what a script asks is no shell. */
function shellArgument(): Argument {
  const argument = new Argument('[shell]', 'the shell')
  argument.argChoices = ['bash', 'zsh', 'fish']
  return argument
}

function isShell(name: string | undefined): name is 'bash' | 'zsh' | 'fish' {
  return name === 'bash' || name === 'zsh' || name === 'fish'
}

/** The command line as it was given: whether there was a `--` is in nothing else, and commander does not declare it. */
function rawArgsOf(program: Command): readonly string[] {
  return (program as Command & { readonly rawArgs: readonly string[] }).rawArgs
}
