import * as v from 'valibot'
import type { CustomShellContext } from '#features/custom-shells/context'
import type { CustomShellRecord } from '#features/custom-shells/custom-shell-records'
import { shellId, shellIdMember, shellName } from '#features/custom-shells/endpoints/schemas'
import { customShellProblems } from '#features/custom-shells/problems'
import { shellProblems } from '#features/debris/problems'
import { assertServable, throwNotComputed } from '#features/debris/shells/published-run'
import { runSource } from '#features/debris/shells/schemas'
import { SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import type { ShellRun } from '#features/debris/shells/shells'
import { launchYearFeed } from '#features/objects/celestrak/element-sets'
import { type AccountEndpoint, accountEndpoint, type Sent } from '#kernel/accounts/account-endpoint'
import { tierOf } from '#kernel/accounts/quota/tiers'
import type { Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { envelope, envelopeOf } from '#kernel/endpoint/envelope'
import { named } from '#kernel/endpoint/schemas'

/** Declaration of an operation on the custom shells of an account. */
interface ShellEndpoint
  extends Omit<AccountEndpoint, 'path' | 'tag' | 'missing' | 'respond' | 'isOffered' | 'pathParameters'> {
  readonly respond: (call: AccountCall) => Promise<Sent>
}

/** Declaration of an operation on one custom shell. */
interface OneShellEndpoint extends Omit<ShellEndpoint, 'respond'> {
  /** Path below `/v1/shells/{shell_id}`, such as `/density`. */
  readonly below?: `/${string}`
  readonly respond: (call: ShellCall) => Promise<Sent>
}

/** The input of an operation. */
interface AccountCall extends EndpointCall<CustomShellContext> {
  readonly account: string
  /** Maximum number of custom shells of the account. */
  readonly limit: number
}

/** The input of an operation on one custom shell. */
export interface ShellCall extends AccountCall {
  readonly shell: CustomShellRecord
}

const ROOT = '/v1/shells'

const common = {
  tag: 'Custom shells',
  missing: customShellProblems.custom_shell_not_found,
  // A mirror has no nightly runs of its own, in which they could be counted.
  isOffered: ({ mirror }) => !mirror,
} as const satisfies Partial<AccountEndpoint<CustomShellContext>>

/** Creates an endpoint on the custom shells of the account of the key. */
export function shellsEndpoint({ respond, ...rest }: ShellEndpoint): Endpoint<CustomShellContext> {
  return accountEndpoint<CustomShellContext>({
    ...common,
    ...rest,
    path: ROOT,
    respond: (call) => respond(toAccountCall(call)),
  })
}

/** Creates an endpoint on one custom shell of the account of the key, or below it. */
export function oneShellEndpoint({
  below,
  respond,
  ...rest
}: OneShellEndpoint): Endpoint<CustomShellContext> {
  return accountEndpoint<CustomShellContext>({
    ...common,
    ...rest,
    path: `${ROOT}/{shell_id}${below ?? ''}`,
    pathParameters: { shell_id: shellId },
    async respond(call) {
      const ofAccount = toAccountCall(call)
      const records = await call.context.customShells.records.ofAccount(ofAccount.account)
      const shell = records.find(({ id }) => id === call.params['shell_id'])
      return shell && respond({ ...ofAccount, shell })
    },
  })
}

/** Declaration of an endpoint for data of a custom shell from the published run. */
interface RunEndpoint<Members extends v.ObjectEntries>
  extends Pick<OneShellEndpoint, 'below' | 'operationId' | 'summary' | 'description' | 'queryParameters'> {
  /** Description of the response. */
  readonly response: string
  /** Message of the 404 while there are no data. */
  readonly missing: string
  /** Name of the payload in the OpenAPI document. */
  readonly name: string
  /** Schemas of the payload between the name of the custom shell and the source of the run. */
  readonly members: Members
  /** Throws for conflicting parameters, before the run is read. */
  readonly check?: (call: ShellCall) => void
  /** Returns these members; `undefined` if the run has no data of the custom shell. */
  readonly read: (
    call: ShellCall,
    run: ShellRun,
  ) => Promise<v.InferOutput<v.StrictObjectSchema<Members, undefined>> | undefined>
}

/**
 * Creates an endpoint for data of a custom shell from the published run. Responds 503 once the run is too old
 * to be served.
 */
export function runEndpoint<const Members extends v.ObjectEntries>(
  declaration: RunEndpoint<Members>,
): Endpoint<CustomShellContext> {
  const { response, missing, name, members, check, read, ...rest } = declaration
  const data = named(
    name,
    v.strictObject({ id: shellIdMember, name: shellName, ...members, source: runSource }),
  )
  return oneShellEndpoint({
    ...rest,
    method: 'GET',
    jobUpstreams: [launchYearFeed],
    success: {
      status: 200,
      description: response,
      content: { 'application/json': envelopeOf(data) },
    },
    problems: [shellProblems.shell_not_populated, 'upstream_unavailable'],
    async respond(call) {
      check?.(call)
      const { context, shell } = call
      const { shells } = context.debris
      // Not cached, so that an account sees new custom shells and counts at once.
      const run = await shells.published(context.now())
      const found = run && (await read(call, run))
      if (!run || !found) return throwNotComputed(missing, context)
      assertServable(run, context)
      const { source, fetchedAt } = run
      const data = { id: shell.id, name: shell.name, ...found, source }
      return { envelope: envelope({ source, fetchedAt, data }, SHELL_VALID_MS) }
    },
  })
}

/** Returns the path of a custom shell. */
export function pathOf(id: string): string {
  return `${ROOT}/${id}`
}

function toAccountCall(call: EndpointCall<CustomShellContext>): AccountCall {
  const { account = '', tier = 'free', context } = call
  return { ...call, account, limit: tierOf(tier, context.settings.tiers).customShells }
}
