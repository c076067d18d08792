import type { KeyRecord } from '#kernel/accounts/keys/key-records'
import { createRangeTest } from '#kernel/accounts/networks/address'
import { InvalidOptionError } from '#kernel/kit/errors'
import { Problem } from '#kernel/kit/problem'

/**
 * Restrictions of a key within its tier: the paths it may read, and the networks from which it may be used.
 */
export interface KeyRestrictions {
  /**
   * Paths that the key may read, such as `/v1/space-weather/kp` or `/v1/space-weather/*`; parameters as in
   * `/v1/objects/{norad_id}`.
   *
   * @default all paths of its tier
   */
  readonly paths?: readonly string[] | undefined
  /**
   * Addresses and ranges from which the key may be used, such as `192.0.2.0/24`. If the client's address is
   * unknown, the key is rejected.
   *
   * @default everywhere
   */
  readonly networks?: readonly string[] | undefined
}

const MAX_LISTED = 50

/**
 * Asserts that restrictions are valid, and that each path is one of `known`.
 *
 * @throws InvalidOptionError
 */
export function assertRestrictions({ paths, networks }: KeyRestrictions, known: readonly string[]): void {
  for (const [name, list] of Object.entries({ paths, networks })) {
    if (list && (list.length === 0 || list.length > MAX_LISTED))
      throw new InvalidOptionError(`${name}: from 1 to ${MAX_LISTED} entries.`)
  }
  for (const pattern of paths ?? []) {
    if (!known.some((path) => matches(pattern, path)))
      throw new InvalidOptionError(
        `${JSON.stringify(pattern.slice(0, 100))} is no path that needs a key. ` +
          'Use one such as /v1/space-weather/kp or /v1/space-weather/*.',
      )
  }
  createRangeTest(networks ?? [])
}

/**
 * Asserts that a key may read a path, given as its template, from an address.
 *
 * @throws `key_restricted`
 */
export function assertUnrestricted(
  key: KeyRecord,
  path: string,
  client: { ip?(): string | undefined },
): void {
  if (key.paths && !key.paths.some((pattern) => matches(pattern, path)))
    throw new Problem('key_restricted', { message: 'This key was not issued for this path.' })
  if (key.networks && !rangeTestOf(key, key.networks)(client.ip?.()))
    throw new Problem('key_restricted', {
      message: 'This key was not issued for the network of this client.',
    })
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

const rangeTests = new WeakMap<KeyRecord, ReturnType<typeof createRangeTest>>()

function rangeTestOf(key: KeyRecord, networks: readonly string[]): ReturnType<typeof createRangeTest> {
  const test = rangeTests.get(key) ?? createRangeTest(networks)
  rangeTests.set(key, test)
  return test
}
