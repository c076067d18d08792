import { customShellData, toShellData } from '#features/custom-shells/endpoints/schemas'
import { oneShellEndpoint } from '#features/custom-shells/endpoints/shell-endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'

/** Returns a custom shell of the account. */
export const getCustomShell = oneShellEndpoint({
  method: 'GET',
  operationId: 'getCustomShell',
  summary: 'Get a custom shell',
  success: {
    status: 200,
    description: 'The settings of the custom shell',
    content: { 'application/json': envelopeOf(customShellData) },
  },
  respond: async ({ shell }) => ({ data: toShellData(shell) }),
})

/** Deletes a custom shell of the account. */
export const deleteCustomShell = oneShellEndpoint({
  method: 'DELETE',
  operationId: 'deleteCustomShell',
  summary: 'Delete a custom shell',
  description: 'Its history is deleted with it.',
  success: { status: 204, description: 'The custom shell is deleted', content: {} },
  async respond({ account, shell: { id }, context }) {
    await context.customShells.records.delete(account, id)
    return {}
  },
})
