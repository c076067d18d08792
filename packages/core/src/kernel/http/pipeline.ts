import { networkQuotaProblem } from '#kernel/accounts/anonymous/network-quotas'
import { createAuthenticator, hasCredential } from '#kernel/accounts/keys/authenticate'
import { createHostAuthenticator } from '#kernel/accounts/keys/host-authenticator'
import type { KeyRecord } from '#kernel/accounts/keys/key-records'
import { assertUnrestricted } from '#kernel/accounts/keys/restrictions'
import { keepQuota, type QuotaResult, quotaProblem } from '#kernel/accounts/quota/account-day'
import { refundUnchanged } from '#kernel/accounts/quota/free-unchanged'
import { assertIncluded } from '#kernel/accounts/quota/included'
import { ticketIn } from '#kernel/accounts/stream-tickets/stream-tickets'
import { hasWildcard } from '#kernel/endpoint/conditional'
import { type Context, type Endpoint, isForOwnSite, type Reply, takesKey } from '#kernel/endpoint/endpoint'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import { endStreamBody, isStreamBody, withByteCount } from '#kernel/endpoint/stream-body'
import { addCommonHeaders, addRateLimitHeaders, PREFLIGHT } from '#kernel/http/headers'
import { parseParameters, withFormat } from '#kernel/http/parameters'
import { createProblemPages, prefersHtml } from '#kernel/http/problem-page'
import { problemResponse, toProblem } from '#kernel/http/problem-response'
import { newRequestId } from '#kernel/http/request-id'
import {
  type RequestLog,
  type RequestObserver,
  startRequestLog,
  toRequestEvent,
} from '#kernel/http/request-log'
import { compileRoutes, type Match } from '#kernel/http/router'
import { servedResponse } from '#kernel/http/served-response'
import { createPathSuggester } from '#kernel/http/similar-path'
import { andThen, type MaybePromise, settle } from '#kernel/kit/maybe-promise'
import { Problem, type RenderProblem } from '#kernel/kit/problem'

/** A request with the data that the pipeline adds on arrival. */
interface IncomingRequest {
  readonly request: RawRequest
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
  /** Absent if there is no observer. */
  readonly log: RequestLog | undefined
  /** Absent for an unknown path. */
  readonly match: Match | undefined
}

/** A request whose endpoint is known. */
interface RoutedRequest {
  readonly incoming: IncomingRequest
  readonly match: Match
  readonly endpoint: Endpoint
  /** Set once the key is known; absent for requests without a key. */
  key: KeyRecord | undefined
  /** Set once the request is counted for the account of its key or, without a key, for its network. */
  quota: QuotaResult | undefined
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Options in which the pipelines of an instance differ. */
interface PipelineOptions {
  /** Receives every completed request. @default none */
  readonly observer?: RequestObserver | undefined
  /** Loads the page for errors. @default browsers receive JSON, too */
  readonly loadProblemPage?: (() => Promise<RenderProblem>) | undefined
}

/**
 * Creates the request pipeline that all adapters share: route, method, preflight, key, quota, parameters,
 * tier, data, in this order. The pipeline responds synchronously unless it has to await something. It never
 * throws and never rejects.
 */
export function createPipeline(
  endpoints: readonly Endpoint[],
  context: Context,
  { observer, loadProblemPage }: PipelineOptions = {},
): (request: RawRequest) => MaybePromise<RawResponse> {
  const findRoute = compileRoutes(endpoints, context.settings.base)
  const suggestPath = createPathSuggester(endpoints, context.settings.base)
  const problemPage = loadProblemPage && createProblemPages(loadProblemPage, context.settings)
  // Created for the first key: allocating its caches takes milliseconds that would delay the start.
  let authenticateKey: ReturnType<typeof createAuthenticator> | undefined
  const { authorize } = context.settings
  const authenticateByHost = authorize && createHostAuthenticator(authorize)

  return (request) => andThen(findRoute(request.target), serve, request)

  function serve(match: Match | undefined, request: RawRequest): MaybePromise<RawResponse> {
    return settle(receive(match, request), route, finish, finishFailed)
  }

  function receive(match: Match | undefined, request: RawRequest): IncomingRequest {
    const { requestId = '' } = request
    return {
      request,
      requestId: REQUEST_ID.test(requestId) ? requestId : newRequestId(),
      receivedAt: context.now(),
      log: observer && startRequestLog(),
      match,
    }
  }

  function route(incoming: IncomingRequest): MaybePromise<RawResponse> {
    const { request, receivedAt, match, log } = incoming
    if (!match) return limitRefusals(unknownPath(suggestPath(request.target)), incoming)
    if (log) log.route = match.path
    if (request.method === 'OPTIONS') return preflightResponse(match)
    const method = methodOf(request)
    const endpoint = match.methods.get(method)
    if (!endpoint) return rejectMethod(match, incoming)
    const deprecation = match.notices?.get(method)
    if (deprecation && receivedAt >= deprecation.sunsetAt) return limitRefusals(deprecation.gone(), incoming)
    const routed: RoutedRequest = { incoming, match, endpoint, key: undefined, quota: undefined }
    if (!takesKey(endpoint.access)) return serveWithoutKey(routed)
    if (endpoint.access === 'optional_key' && !hasCredential(request)) {
      const ip = request.ip?.()
      if (ip !== undefined) return serveNetwork(ip, routed)
    }
    return andThen(settle(incoming, readKey, logKey, limitRefusals), serveAccount, routed)
  }

  function serveAccount(key: KeyRecord, routed: RoutedRequest): MaybePromise<RawResponse> {
    const { match, incoming } = routed
    if (key.paths || key.networks) assertUnrestricted(key, match.path, incoming.request)
    routed.key = key
    return andThen(
      context.accounts.quotas.consume(key, incoming.receivedAt, incoming.request.waitUntil),
      serveCounted,
      routed,
    )
  }

  /** Serves a request without a key within the quota of its network. */
  function serveNetwork(ip: string, routed: RoutedRequest): MaybePromise<RawResponse> {
    const { request, receivedAt, log } = routed.incoming
    if (log) log.anonymous = true
    return andThen(
      context.accounts.networkQuotas.consume(ip, receivedAt, request.waitUntil),
      serveCounted,
      routed,
    )
  }

  function serveCounted(quota: QuotaResult, routed: RoutedRequest): MaybePromise<RawResponse> {
    if (!quota.granted) {
      const { base } = context.settings
      const problem = routed.key ? quotaProblem(quota) : networkQuotaProblem(quota, base)
      return andThen(fail(problem, routed.incoming), withRateLimitHeaders, quota)
    }
    routed.quota = quota
    return settle(routed, respond, finishQuota, finishFailedQuota)
  }

  function finishFailedQuota(error: unknown, routed: RoutedRequest): MaybePromise<RawResponse> {
    return andThen(fail(error, routed.incoming), finishQuota, routed)
  }

  function serveWithoutKey(routed: RoutedRequest): MaybePromise<RawResponse> {
    const { endpoint, incoming } = routed
    if (endpoint.access === 'open' || takesKey(endpoint.access)) return respond(routed)
    // Checked before the rate limit, as a page of another site must not use up its visitor's requests.
    if (isForOwnSite(endpoint) && incoming.request.header('sec-fetch-site') === 'cross-site')
      throw new Problem('cross_site_refused')
    const ip = incoming.request.ip?.()
    // Otherwise, one client would receive the key of all others.
    if (endpoint.access === 'issuance' && ip === undefined) throw new Problem('address_unknown')
    return andThen(context.accounts.rates.limit(endpoint.access, ip), () => respond(routed))
  }

  function readKey({ request, receivedAt, match }: IncomingRequest): MaybePromise<KeyRecord> {
    const ticket = match?.methods.get(methodOf(request))?.takesTicket ? ticketIn(match.query) : undefined
    if (ticket !== undefined) return context.accounts.streamTickets.redeem(ticket, request)
    if (authenticateByHost) return authenticateByHost(request)
    authenticateKey ??= createAuthenticator(context)
    return authenticateKey(request, receivedAt)
  }

  /**
   * Throws `error`, or `rate_limited` once the network has received 401, 404 or 410 too often. Clients without
   * an address are one network.
   */
  function limitRefusals(error: unknown, { request }: IncomingRequest): MaybePromise<never> {
    if (!(error instanceof Problem && [401, 404, 410].includes(error.status))) throw error
    return andThen(context.accounts.rates.limit('refused', request.ip?.()), () => {
      throw error
    })
  }

  /** Checks the parameters and the tier, and calls the endpoint. */
  function respond(routed: RoutedRequest): MaybePromise<RawResponse> {
    const { endpoint, match, incoming, key, quota } = routed
    const params = parseParameters(endpoint, match)
    if (endpoint.isIncludedIn && key) assertIncluded(endpoint.isIncludedIn, key.tier, context.settings.tiers)
    const now = context.now()
    const reply = endpoint.respond({
      params: withFormat(endpoint, params, incoming.request.header('accept')),
      request: incoming.request,
      context,
      now,
      isOfClient: endpoint.access !== 'open',
      account: key?.account,
      network: key ? undefined : quota?.account.name,
      keyId: authorize ? undefined : key?.id,
      tier: key?.tier,
    })
    return reply instanceof Promise
      ? reply.then((late) => toResponse(late, routed, context.now()))
      : toResponse(reply, routed, now)
  }

  function toResponse(
    reply: Reply,
    { endpoint, incoming: { request, log } }: RoutedRequest,
    now: number,
  ): MaybePromise<RawResponse> {
    if (!('snapshot' in reply)) return reply
    if (log) log.cache = reply.outcome
    return servedResponse(reply, { endpoint, request }, context, now)
  }

  /**
   * Keeps the consumed request, or refunds it: after a failure with 500 or above, after a 429, and after a
   * 304 while free ones are left.
   */
  function finishQuota(
    response: RawResponse,
    { quota, incoming: { request } }: RoutedRequest,
  ): MaybePromise<RawResponse> {
    if (!quota) return response
    const { status, isCounted } = response
    const isUnchanged = status === 304 && !isCounted && !hasWildcard(request.header('if-none-match'))
    const isFailed = status >= 500 || status === 429
    if (!isFailed && !isUnchanged) return withRateLimitHeaders(response, keepQuota(quota))
    const refunded = isUnchanged ? refundUnchanged(quota, context) : context.accounts.quotas.refund(quota)
    return andThen(refunded, (left) => withRateLimitHeaders(response, left))
  }

  function rejectMethod({ allow }: Match, incoming: IncomingRequest): MaybePromise<RawResponse> {
    return andThen(fail(new Problem('method_not_allowed'), incoming), (response) => {
      response.headers.push('allow', allow)
      return response
    })
  }

  function fail(error: unknown, { log, request }: IncomingRequest): MaybePromise<RawResponse> {
    const problem = toProblem(error, context.onError)
    if (log) log.code = problem.code
    return problemPage && prefersHtml(request) ? problemPage(problem) : problemResponse(problem)
  }

  function finishFailed(error: unknown, incoming: IncomingRequest): MaybePromise<RawResponse> {
    return andThen(fail(error, incoming), finish, incoming)
  }

  function finish(response: RawResponse, incoming: IncomingRequest): RawResponse {
    const { request, requestId, log, match } = incoming
    const isHead = request.method === 'HEAD'
    if (isHead) endStreamBody(response.body)
    const observed = log ? observe(response, incoming, log) : response
    addCommonHeaders(observed.headers, requestId, match?.isShared)
    const deprecation = match?.notices?.get(methodOf(request))
    if (deprecation) observed.headers.push(...deprecation.headers(match?.rawParams ?? {}))
    return isHead ? { ...observed, body: null } : observed
  }

  /** Reports a request, immediately or when its stream has ended. */
  function observe(
    response: RawResponse,
    { request, requestId }: IncomingRequest,
    log: RequestLog,
  ): RawResponse {
    const report = (bytes?: number) =>
      observer?.(toRequestEvent(request, response, log, requestId, context.settings.keyPrefix, bytes))
    const { body } = response
    if (request.method !== 'HEAD' && isStreamBody(body)) {
      return { ...response, body: withByteCount(body, report) }
    }
    report()
    return response
  }
}

function unknownPath(meant: string | undefined): Problem {
  return new Problem('not_found', {
    message: meant && `Unknown path. Did you mean ${meant}? See /ref/endpoints for all paths.`,
  })
}

function logKey(key: KeyRecord, { log }: IncomingRequest): KeyRecord {
  if (log) {
    log.account = key.account
    log.key = key.id
  }
  return key
}

/** Returns the method whose endpoint responds. */
function methodOf({ method }: RawRequest): string {
  return method === 'HEAD' ? 'GET' : method
}

function preflightResponse({ allow, isShared }: Match): RawResponse {
  const headers = isShared ? ['allow', allow, ...PREFLIGHT] : ['allow', allow]
  return { status: 204, headers, body: null }
}

function withRateLimitHeaders(response: RawResponse, quota: QuotaResult): RawResponse {
  addRateLimitHeaders(response.headers, quota)
  return response
}
