import type { Endpoint } from '#declare/endpoint'
import { createCustomShell, listCustomShells } from '#endpoints/v1/shells/collection'
import { customShellDensity } from '#endpoints/v1/shells/density'
import { customShellDiff } from '#endpoints/v1/shells/diff'
import { customShellHistory } from '#endpoints/v1/shells/history'
import { deleteCustomShell, getCustomShell } from '#endpoints/v1/shells/shell'

/** The operations on the custom shells of an account, in the order of the documentation. */
export const customShellEndpoints: readonly Endpoint[] = [
  createCustomShell,
  listCustomShells,
  getCustomShell,
  deleteCustomShell,
  customShellDensity,
  customShellHistory,
  customShellDiff,
]
