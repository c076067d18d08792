import type { CustomShellContext } from '#features/custom-shells/context'
import { createCustomShell, listCustomShells } from '#features/custom-shells/endpoints/collection'
import { customShellDensity } from '#features/custom-shells/endpoints/density'
import { customShellDiff } from '#features/custom-shells/endpoints/diff'
import { customShellHistory } from '#features/custom-shells/endpoints/history'
import { deleteCustomShell, getCustomShell } from '#features/custom-shells/endpoints/shell'
import type { Endpoint } from '#kernel/endpoint/endpoint'

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
