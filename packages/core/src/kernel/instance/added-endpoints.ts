import type { Endpoint } from '#kernel/endpoint/endpoint'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import { retiredEndpoints } from '#kernel/endpoint/publication/publications'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { Feed } from '#kernel/upstreams/feed'
import { type OwnProvider, providers } from '#kernel/upstreams/providers'

/** Fixed segments and parameters in braces. Other characters have a special meaning for the router. */
const PATH = /^\/v1(\/(\{[A-Za-z_]\w*\}|[\w-][\w.-]*))+$/
const ID = /^[a-z0-9][a-z0-9-]*$/
/** Labels go into headers, too. */
const PRINTABLE = /^[ -~]+$/
/** Schemas of the OpenAPI document that are not declared by an endpoint. */
const COMPONENTS = ['Envelope', 'Problem', 'RateLimitProblem']
const ACCESS = ['key', 'optional_key', 'reference', 'public', 'open']

/**
 * Checks the endpoints that a host adds to the built-in ones: each endpoint by itself, its names and paths
 * against all others, and that the OpenAPI document can describe it.
 *
 * @throws InvalidOptionError that names the first invalid endpoint or feed, and the required change.
 */
export function checkAdded(added: readonly Endpoint[], builtIn: readonly Endpoint[]): void {
  const others = [...builtIn, ...retiredEndpoints(builtIn)]
  for (const [i, endpoint] of added.entries()) {
    checkDeclaration(endpoint, i)
    checkNames(endpoint, others)
    others.push(endpoint)
  }
  const feeds = added.flatMap(({ upstreams }) => upstreams).flatMap(withFallbacks)
  checkFeeds(feeds, new Set(feedsOf(builtIn).map(({ id }) => id)))
  checkProviders(feeds.flatMap(({ provider }) => (typeof provider === 'string' ? [] : provider)))
  checkSchemas(added, builtIn)
}

function checkDeclaration(endpoint: Endpoint, i: number): void {
  const { method, path, operationId, access, ttlMs = 0, pathParameters, respond } = endpoint ?? {}
  if (method !== 'GET' || typeof respond !== 'function' || typeof path !== 'string')
    throw refused(`number ${i} must be made by dataEndpoint or textEndpoint`)
  if (!PATH.test(path))
    throw refused(`${path} must begin with /v1/ and have segments such as radio-flux or {name}`)
  if (!/^[a-z]\w*$/i.test(operationId)) throw refused(`${path}: operationId must be a name such as getFlux`)
  if (!ACCESS.includes(access)) throw refused(`${path}: access must be one of ${ACCESS.join(', ')}`)
  if (!(Number.isFinite(ttlMs) && ttlMs > 0)) throw refused(`${path}: ttlMs must be above 0`)
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (named.sort().join() !== Object.keys(pathParameters).sort().join())
    throw refused(`${path}: parameters must have one schema for each name in braces`)
}

function checkNames({ path, operationId }: Endpoint, others: readonly Endpoint[]): void {
  const taken = others.find((other) => overlap(path, other.path))
  if (taken) throw refused(`${path} collides with ${taken.path}, as a request could match both`)
  const namesake = others.find((other) => other.operationId === operationId)
  if (namesake) throw refused(`${path}: operationId ${operationId} is already used by ${namesake.path}`)
}

/** Returns whether there is a request path that matches both templates. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one.split('/'), other.split('/')]
  if (left.length !== right.length) return false
  return left.every((segment, i) => segment === right[i] || [segment, right[i]].some((s) => s?.[0] === '{'))
}

/**
 * Checks the schemas of added endpoints, without describing the built-in ones, which would take a tenth of a
 * second.
 */
function checkSchemas(added: readonly Endpoint[], builtIn: readonly Endpoint[]): void {
  const taken = new Set([...COMPONENTS, ...builtIn.flatMap(namesOf)])
  for (const endpoint of added) {
    const name = namesOf(endpoint).find((each) => taken.has(each))
    if (name) throw refused(`${endpoint.path}: there is another schema named ${name}`)
  }
  try {
    added.find(({ describe }) => describe)?.describe?.(added)
  } catch (error) {
    throw refused(`the OpenAPI document cannot describe them: ${error instanceof Error ? error.message : ''}`)
  }
}

function schemasOf({ success, requestBody, pathParameters, queryParameters, refusals, messages }: Endpoint) {
  return [success.content, requestBody, pathParameters, queryParameters, refusals?.body, messages?.()]
}

const known = new WeakMap<Endpoint, readonly string[]>()

/** Names of the schemas of an endpoint. Most built-in endpoints are the same object for every instance. */
function namesOf(endpoint: Endpoint): readonly string[] {
  const names = known.get(endpoint) ?? [...namesIn(schemasOf(endpoint))]
  known.set(endpoint, names)
  return names
}

/** Adds the names of schemas at any depth of a value. */
function namesIn(value: unknown, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found
  seen.add(value)
  if ('type' in value && value.type === 'title' && 'title' in value) found.add(String(value.title))
  for (const member of Object.values(value)) namesIn(member, found, seen)
  return found
}

/**
 * Checks feeds. Endpoints may share a feed, but two feeds may not share an id, under which their state is
 * stored.
 */
function checkFeeds(feeds: readonly Feed[], reserved: ReadonlySet<string>): void {
  const known = new Map<string, Feed>()
  for (const feed of feeds) {
    const { id, label, provider } = feed
    if (!ID.test(id)) throw refused(`feed ${JSON.stringify(id)}: its id may contain only a-z, 0-9 and -`)
    if (!PRINTABLE.test(label)) throw refused(`feed ${id}: its label must be printable ASCII`)
    const namesake = known.get(id)
    const isSame = namesake?.label === label && namesake.provider === provider
    if (reserved.has(id) || (namesake && !isSame))
      throw refused(`feed ${id}: there is another feed with this id`)
    known.set(id, feed)
  }
}

function withFallbacks(feed: Feed): Feed[] {
  return [feed, ...(feed.fallback ? withFallbacks(feed.fallback) : [])]
}

function checkProviders(own: readonly OwnProvider[]): void {
  const ids = new Set(['central', ...Object.keys(providers)])
  const names = new Set(['Central instance', ...Object.values(providers).map(({ name }) => name as string)])
  for (const { id, name, origin, budget } of new Set(own)) {
    if (!ID.test(id)) throw refused(`provider ${JSON.stringify(id)}: its id may contain only a-z, 0-9 and -`)
    if (!PRINTABLE.test(name)) throw refused(`provider ${id}: its name must be printable ASCII`)
    if (ids.has(id)) throw refused(`provider ${id}: there is another provider with this id`)
    if (names.has(name)) throw refused(`provider ${id}: there is another provider named ${name}`)
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin))
      throw refused(`provider ${id}: its origin must be an http or https URL`)
    if (budget && !(Number.isInteger(budget.calls) && budget.calls > 0 && budget.perMs > 0))
      throw refused(`provider ${id}: its budget must be { calls, perMs }, both above 0`)
    ids.add(id)
    names.add(name)
  }
}

function refused(message: string): InvalidOptionError {
  return new InvalidOptionError(`endpoints: ${message}`)
}
