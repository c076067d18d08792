import { type Endpoint, withOptionalKey } from '#kernel/endpoint/endpoint'
import { type AnyFeature, endpointsOf } from '#kernel/endpoint/feature'
import { withPublications } from '#kernel/endpoint/publication/publications'
import { checkAdded } from '#kernel/instance/added-endpoints'
import type { Settings } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'
import { place } from '#kernel/kit/place'

/** The endpoints of an instance. */
interface Endpoints {
  /** All that its features and its host declare. */
  readonly declared: readonly Endpoint[]
  /** All that it offers, as it serves them. */
  readonly offered: readonly Endpoint[]
}

/** Changes of a host and of a mirror to the endpoints of the features. */
interface Changes {
  /** The host's own endpoints. */
  readonly added: readonly Endpoint[]
  /** Wraps an endpoint, as a mirror does. */
  readonly as: (endpoint: Endpoint) => Endpoint
}

/** Returns the endpoints that features declare, in the order of the documentation. */
export function declaredBy(
  features: readonly AnyFeature[],
  placed: Readonly<Record<string, string>>,
  settings: Settings,
): readonly Endpoint[] {
  const endpoints = endpointsOf(features, settings)
  assertOnce(endpoints)
  return place(endpoints, ({ method, path }) => `${method} ${path}`, placed)
}

/**
 * Returns the endpoints of an instance with these settings.
 *
 * @throws InvalidOptionError for an endpoint that cannot be added.
 */
export function endpointsFor(
  builtIn: readonly Endpoint[],
  settings: Settings,
  { added, as }: Changes,
): Endpoints {
  if (added.length > 0) checkAdded(added, builtIn)
  const declared = [...builtIn, ...added]
  const offered = declared
    .filter(({ isOffered }) => isOffered?.(settings) ?? true)
    .map((endpoint) => withOptionalKey(as(endpoint), settings.anonymous > 0))
  return { declared, offered: withPublications(offered) }
}

/** Throws an InvalidOptionError if two features declare one operation. */
function assertOnce(endpoints: readonly Endpoint[]): void {
  const seen = new Set<string>()
  for (const { method, path } of endpoints) {
    const operation = `${method} ${path}`
    if (seen.has(operation)) throw new InvalidOptionError(`features: two features declare ${operation}`)
    seen.add(operation)
  }
}
