import { Failure, UsageError } from '#failure'

/** The core refuses an order that is wrong with a TypeError, whose message is meant for people. */
export function inPlainWords(error: unknown): never {
  if (error instanceof TypeError) throw new UsageError(error.message, undefined, error)
  throw error
}

/** What to do when there is no key with an id; a key that was typed for its id is not repeated. */
export function noSuchKey(id: string): Failure {
  const words = /^key_\w{1,40}$/.test(id) ? `the id ${id}` : 'that id: ids look like key_4fT9xQ2mLp0Z'
  return new Failure(`there is no key with ${words}`, 'See space-data keys list')
}

/** The same for an account; a name that no account can have, such as a key, is not repeated. */
export function noSuchAccount(name: string): Failure {
  const isName = /^[\w.@-]{1,64}$/.test(name) && !/_[0-9A-Za-z]{36}$/.test(name)
  return new Failure(`there is no account ${isName ? name : 'of that name'}`, 'See space-data accounts list')
}
