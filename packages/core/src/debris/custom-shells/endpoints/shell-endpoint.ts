import { type AccountEndpoint, accountEndpoint, type Sent } from '#accounts/account-endpoint'
import { tierOf } from '#accounts/quota/tiers'
import type { CustomShellRecord } from '#debris/custom-shells/custom-shell-records'
import { shellId } from '#debris/custom-shells/endpoints/schemas'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'

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
interface AccountCall extends EndpointCall {
  readonly account: string
  /** How many custom shells the account may have. */
  readonly limit: number
}

/** The input of an operation on one custom shell. */
export interface ShellCall extends AccountCall {
  readonly shell: CustomShellRecord
}

const ROOT = '/v1/shells'

const common = {
  tag: 'Custom shells',
  missing: 'custom_shell_not_found',
  // A mirror has no nights of its own, in which they could be counted.
  isOffered: ({ mirror }) => !mirror,
} as const satisfies Partial<AccountEndpoint>

/** Creates an endpoint on the custom shells of the account of the key. */
export function shellsEndpoint({ respond, ...rest }: ShellEndpoint): Endpoint {
  return accountEndpoint({
    ...common,
    ...rest,
    path: ROOT,
    respond: (call) => respond(toAccountCall(call)),
  })
}

/** Creates an endpoint on one custom shell of the account of the key, or below it. */
export function oneShellEndpoint({ below, respond, ...rest }: OneShellEndpoint): Endpoint {
  return accountEndpoint({
    ...common,
    ...rest,
    path: `${ROOT}/{shell_id}${below ?? ''}`,
    pathParameters: { shell_id: shellId },
    async respond(call) {
      const ofAccount = toAccountCall(call)
      const records = await call.context.debris.customShells.ofAccount(ofAccount.account)
      const shell = records.find(({ id }) => id === call.params['shell_id'])
      return shell && respond({ ...ofAccount, shell })
    },
  })
}

/** Returns the path of a custom shell. */
export function pathOf(id: string): string {
  return `${ROOT}/${id}`
}

function toAccountCall(call: EndpointCall): AccountCall {
  const { account = '', tier = 'free', context } = call
  return { ...call, account, limit: tierOf(tier, context.settings.tiers).customShells }
}
