import type { Command } from 'commander'
import type { WorldFlags } from '#open'
import { withAltitudes, withConfig, withExample } from '#options'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

type OpenapiFlags = Pick<WorldFlags, 'config' | 'altitudes'> & { readonly json?: true }

/** `space-data openapi`: the OpenAPI document, without a server. */
export function addOpenapi(program: Command, terminal: Terminal): void {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI 3.1 description of the interface')
    .option('--json', 'on one line instead of indented')
  withExample(withAltitudes(withConfig(command)), 'openapi > openapi.json')
  command.action((flags: OpenapiFlags) => openapi(flags, terminal))
}

async function openapi(flags: OpenapiFlags, terminal: Terminal): Promise<void> {
  const { open } = await import('#open')
  // The document is of the configuration, not of the store: no store need be there.
  const spaceData = await open({ ...flags, store: 'memory:' }, terminal, { mayForget: true })
  const document = spaceData.openapi()
  await spaceData.close()
  await (flags.json ? printJson(document, terminal) : terminal.out(`${JSON.stringify(document, null, 2)}\n`))
}
