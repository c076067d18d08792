import { main } from '../../packages/cli/src/main.ts'
import { fakeTerminal } from '../cli/program.ts'

/**
 * Returns the reference of the command line: the help of every command, or of one and the commands within it.
 */
export async function cliReference(...path: readonly string[]): Promise<string> {
  const sections = await sectionsOf(path)
  const head = '# Command line\n\nGenerated from the help of every command.\n\n'
  return path.length > 0 ? sections.join('\n') : head + sections.join('\n')
}

async function sectionsOf(path: readonly string[]): Promise<string[]> {
  const terminal = fakeTerminal()
  await main(['help', ...path], terminal)
  const help = terminal.stdout.trim()
  // Commands are listed below `Commands:`, or below the titles of their groups.
  const groups = [
    ...help.matchAll(/^(?!Options|Arguments|Example)[A-Z]\w+:\n([\s\S]*?)(?:\n\n|$(?![\s\S]))/gm),
  ]
  const names = groups.flatMap(([, commands = '']) =>
    [...commands.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name = '']) => name),
  )
  const inner = []
  for (const name of names) if (name !== 'help') inner.push(...(await sectionsOf([...path, name])))
  return [`## ${['space-data', ...path].join(' ')}\n\n\`\`\`text\n${help}\n\`\`\`\n`, ...inner]
}
