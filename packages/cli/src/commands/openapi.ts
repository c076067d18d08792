import type { Command } from 'commander'
import { withExample } from '#options'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

/** `space-data openapi`: the OpenAPI document, without a server. */
export function addOpenapi(program: Command, terminal: Terminal): void {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI 3.1 description of the interface')
    .option('--json', 'on one line instead of indented')
  withExample(command, 'openapi > openapi.json')
  command.action((flags: { json?: true }) => openapi(flags, terminal))
}

async function openapi({ json }: { json?: true }, terminal: Terminal): Promise<void> {
  const { createSpaceData } = await import('@space-data/core')
  const document = createSpaceData().openapi()
  await (json ? printJson(document, terminal) : terminal.out(`${JSON.stringify(document, null, 2)}\n`))
}
