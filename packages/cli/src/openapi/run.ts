import { openService, type ServiceFlags } from '#instance/service'
import type { Terminal } from '#kit/terminal'

type OpenapiFlags = ServiceFlags & { readonly json?: true }

/** Prints the OpenAPI document without a server. */
export async function openapi(flags: OpenapiFlags, terminal: Terminal): Promise<void> {
  // The document depends on the configuration only, so no store is needed.
  const spaceData = await openService({ ...flags, store: 'memory:' }, terminal, { use: 'serving' })
  const document = await spaceData.openapi()
  await spaceData.close()
  await terminal.out(`${JSON.stringify(document, null, flags.json ? 0 : 2)}\n`)
}
