import { InvalidOptionError, KeyConflictError } from '@space-data/core'
import { asClause } from '#instance/problem-error'
import { CliError, UsageError } from '#kit/errors'

/** Rethrows an invalid option of core as a usage error, and a conflict of keys with what to do about it. */
export function throwAsUsageError(error: unknown): never {
  if (error instanceof InvalidOptionError) throw new UsageError(error.message, undefined, error)
  if (!(error instanceof KeyConflictError)) throw error
  const [what = '', remedy] = error.message.split(/(?<=\.) /)
  throw new CliError(asClause(what), remedy?.replace(/\.$/, ''), error)
}

/** Returns the error for an unknown key id. The id is not repeated if it may be a key. */
export function keyNotFound(id: string): CliError {
  const which = /^key_\w{1,40}$/.test(id) ? `the id ${id}` : 'this id; ids look like key_4fT9xQ2mLp0Z'
  return new CliError(`there is no key with ${which}`, 'See: space-data keys list')
}

/** Returns the error for an unknown account. The name is not repeated if it may be a key. */
export function accountNotFound(name: string): CliError {
  const isName = /^[\w.@-]{1,64}$/.test(name) && !/_[0-9A-Za-z]{36}$/.test(name)
  return new CliError(
    `there is no account ${isName ? name : 'of this name'}`,
    'See: space-data accounts list',
  )
}

/** Returns the error for an unknown webhook of an account. */
export function webhookNotFound(id: string, account: string): CliError {
  const which = /^wh_\w{1,40}$/.test(id)
    ? `webhook ${id}`
    : 'webhook with this id; ids look like wh_4fT9xQ2m…'
  return new CliError(
    `account ${account} has no ${which}`,
    `See: space-data webhooks list --account ${account}`,
  )
}
