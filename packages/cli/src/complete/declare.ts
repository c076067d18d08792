import { Argument, type Command } from 'commander'
import { UsageError } from '#kit/errors'
import { withExample } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data complete`: shell completion. */
export function addComplete(program: Command, terminal: Terminal): void {
  const command = program
    .command('complete')
    .description('Print the completion script for bash, zsh or fish')
    .addArgument(shellArgument())
    // The completion script calls `complete -- keys iss`.
    .allowExcessArguments()
    .addHelpText('after', HOW)
  withExample(command, 'complete bash > ~/.local/share/bash-completion/completions/space-data')
  command.action((shell: string | undefined) => complete(shell, command, program, terminal))
}

const HOW = `
To enable it in new shells ("space-data" must be in your PATH):
  bash  echo 'source <(space-data complete bash)' >> ~/.bashrc
  zsh   echo 'source <(space-data complete zsh)' >> ~/.zshrc
  fish  space-data complete fish > ~/.config/fish/completions/space-data.fish`

async function complete(
  shell: string | undefined,
  command: Command,
  program: Command,
  terminal: Terminal,
): Promise<void> {
  if (rawArguments(program)[1] === '--') {
    const { FILES, completionsOf, expectsFile, rejoinWords } = await import('#complete/completion')
    const words = rejoinWords(command.args)
    const isFile = expectsFile(program, words)
    const tiers = isFile ? [] : await completableTiers(words, terminal)
    await terminal.out(isFile ? FILES : completionsOf(program, words, tiers))
  } else if (command.args.length !== 1 || !isShell(shell)) {
    throw new UsageError('complete takes bash, zsh or fish', 'Example: space-data complete bash')
  } else if (shell === 'bash') {
    await terminal.out((await import('#complete/completion-bash')).BASH_SCRIPT)
  } else {
    await terminal.out((await import('#complete/completion')).completionScript(program, shell))
  }
}

/** Returns the tier names if the words may need one; loading them takes time. */
async function completableTiers(words: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  if (!words.some((word) => /tier/.test(word))) return []
  const config = words[words.indexOf('--config') + 1]
  const isNamed = words.includes('--config') && config !== undefined
  return (await import('#actions')).tierNames(isNamed ? { config } : {}, terminal)
}

/** Declares the choices for completion only: commander would reject the words that a script passes. */
function shellArgument(): Argument {
  const argument = new Argument('[shell]', 'the shell')
  argument.argChoices = ['bash', 'zsh', 'fish']
  return argument
}

function isShell(name: string | undefined): name is 'bash' | 'zsh' | 'fish' {
  return name === 'bash' || name === 'zsh' || name === 'fish'
}

/**
 * Returns the arguments as typed. Only these show whether there was a `--`; commander does not declare them.
 */
function rawArguments(program: Command): readonly string[] {
  return (program as Command & { readonly rawArgs: readonly string[] }).rawArgs
}
