import { open, type WorldFlags } from '#open'
import { printJson } from '#print'
import type { Terminal } from '#terminal'

type OpenapiFlags = Pick<WorldFlags, 'config' | 'altitudes'> & { readonly json?: true }

/** Prints the OpenAPI document, without a server. */
export async function openapi(flags: OpenapiFlags, terminal: Terminal): Promise<void> {
  // The document is of the configuration, not of the store: no store need be there.
  const spaceData = await open({ ...flags, store: 'memory:' }, terminal, { use: 'serving' })
  const document = spaceData.openapi()
  await spaceData.close()
  await (flags.json ? printJson(document, terminal) : terminal.out(`${JSON.stringify(document, null, 2)}\n`))
}
