import type * as v from 'valibot'
import type { CustomShellContext } from '#features/custom-shells/context'
import type { CustomShellRecord } from '#features/custom-shells/custom-shell-records'
import { listOwnedShells } from '#features/custom-shells/custom-shells'
import { creation } from '#features/custom-shells/endpoints/body'
import { type Definition, toDefinition } from '#features/custom-shells/endpoints/check-definition'
import { customShellData, customShellListData, toShellData } from '#features/custom-shells/endpoints/schemas'
import { pathOf, shellsEndpoint } from '#features/custom-shells/endpoints/shell-endpoint'
import { customShellProblems } from '#features/custom-shells/problems'
import { MAX_CELLS, MAX_CUSTOM_SHELLS } from '#features/debris/custom-groups/custom-shell'
import { createdAt } from '#kernel/accounts/account-endpoint'
import { randomBase62 } from '#kernel/accounts/keys/secret'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { idempotencyHeader, readIdempotencyKey } from '#kernel/endpoint/idempotency-key'
import { readBody } from '#kernel/endpoint/request-body'
import { creationKeyOf, findRepeated } from '#kernel/kit/creation-key'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'

/** Creates a custom shell. */
export const createCustomShell = shellsEndpoint({
  method: 'POST',
  operationId: 'createCustomShell',
  summary: 'Create a custom shell',
  description:
    'The custom shell is counted from the next nightly run, as long as the tier of the account includes ' +
    `it. It has at most ${MAX_CELLS} cells (altitude steps times bands of latitude). A custom shell cannot ` +
    'be changed; create another one instead. For tiers without custom shells, the response is 403 ' +
    '`tier_required`. The body may have at most 4 KiB.',
  isIncludedIn: ({ customShells }) => customShells > 0,
  requestBody: creation,
  requestHeaders: idempotencyHeader('custom shell'),
  success: {
    status: 201,
    description: 'The custom shell',
    content: { 'application/json': envelopeOf(customShellData) },
    headers: { location: 'Path of the new custom shell' },
  },
  problems: ['invalid_parameter', customShellProblems.custom_shell_limit_reached, 'idempotency_key_reused'],
  async respond(call) {
    const { account, limit, request, context } = call
    const definition = toDefinition(await readBody(request, creation), context.settings)
    const shell = await add(account, definition, { limit, key: readIdempotencyKey(request) }, context)
    return { data: toShellData(shell), headers: createdAt(pathOf(shell.id), call) }
  },
})

/** Lists the custom shells of the account. */
export const listCustomShells = shellsEndpoint({
  method: 'GET',
  operationId: 'listCustomShells',
  summary: 'List the custom shells of the account',
  success: {
    status: 200,
    description: 'All custom shells of the account, oldest first',
    content: { 'application/json': envelopeOf(customShellListData) },
  },
  async respond({ account, limit, context }) {
    const shells = (await context.customShells.records.ofAccount(account)).map(toShellData)
    return {
      data: { count: shells.length, limit, shells } satisfies v.InferOutput<typeof customShellListData>,
    }
  },
})

/**
 * Stores a custom shell unless the same request has stored it already. The limit is exact across processes.
 */
async function add(
  account: string,
  definition: Definition,
  { limit, key }: { readonly limit: number; readonly key: string | undefined },
  context: CustomShellContext,
): Promise<CustomShellRecord> {
  const {
    customShells: { records },
    now,
  } = context
  const record: CustomShellRecord = {
    id: `shl_${randomBase62(20)}`,
    ...definition,
    createdAt: iso(now()),
    ...(key !== undefined && { creationKey: creationKeyOf(key, definition) }),
  }
  const repeatedIn = (all: readonly CustomShellRecord[]) => findRepeated(record, all, now(), keyReused)
  const isFull = (await listOwnedShells(records)).length >= MAX_CUSTOM_SHELLS
  const updated = await records.update(account, (before) => {
    if (repeatedIn(before)) return before
    if (before.length >= limit) throw limitReached(`This tier includes at most ${limit} custom shells.`)
    if (isFull) throw limitReached('This instance has reached its maximum number of custom shells.')
    return [...before, record]
  })
  return repeatedIn(updated) ?? record
}

function keyReused(): Problem {
  return new Problem('idempotency_key_reused')
}

function limitReached(message: string): Problem {
  return new Problem(customShellProblems.custom_shell_limit_reached, { message })
}
