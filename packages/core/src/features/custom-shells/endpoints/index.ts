import type { CustomShellContext } from '#debris/custom-shells/context'
import { createCustomShell, listCustomShells } from '#debris/custom-shells/endpoints/collection'
import { customShellDensity } from '#debris/custom-shells/endpoints/density'
import { customShellDiff } from '#debris/custom-shells/endpoints/diff'
import { customShellHistory } from '#debris/custom-shells/endpoints/history'
import { deleteCustomShell, getCustomShell } from '#debris/custom-shells/endpoints/shell'
import type { Endpoint } from '#endpoint/endpoint'

/** The operations on the custom shells of an account, in the order of the documentation. */
export const customShellEndpoints: readonly Endpoint<CustomShellContext>[] = [
  createCustomShell,
  listCustomShells,
  getCustomShell,
  deleteCustomShell,
  customShellDensity,
  customShellHistory,
  customShellDiff,
]
