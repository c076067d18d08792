import type { Context } from '#context'
import type { Answer, Ask } from '#declare/ask'
import type { Endpoint, Reply } from '#declare/endpoint'
import { cacheHeaders, commonHeaders, PREFLIGHT, rateLimitHeaders } from '#http/headers'
import { readParameters } from '#http/parameters'
import { asProblem, problemAnswer } from '#http/problem-answer'
import { allowedMethods, compileRoutes, type Match } from '#http/router'
import { parseTarget, type Target } from '#http/target'
import { authorizer } from '#keys/authorize'
import { takeOfNetwork } from '#keys/network-limit'
import { type Allowance, giveBackQuota, quotaProblem, takeQuota } from '#keys/quota'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/**
 * The one pipeline behind every host: route, method, preflight, key, quota, parameters, data, in this order. Answers
 * synchronously when nothing has to be awaited; never throws and never rejects.
 */
export function createAnswer(endpoints: readonly Endpoint[], context: Context): (ask: Ask) => Soon<Answer> {
  const routeOf = compileRoutes(endpoints)
  const authorize = authorizer(context)

  return (ask) => {
    const requestId = ask.requestId && REQUEST_ID.test(ask.requestId) ? ask.requestId : crypto.randomUUID()
    const finish = (answer: Answer) => withCommonHeaders(answer, requestId, ask.method)
    const fail = (error: unknown) => finish(problemAnswer(asProblem(error, context.onError)))
    try {
      const answer = route(ask)
      return answer instanceof Promise ? answer.then(finish, fail) : finish(answer)
    } catch (error) {
      return fail(error)
    }
  }

  function route(ask: Ask): Soon<Answer> {
    const target = parseTarget(ask.target)
    const match = target && routeOf(target.path)
    if (!match) throw new Problem('not_found')
    const allow = allowedMethods(match.methods)
    if (ask.method === 'OPTIONS') return { status: 204, headers: ['allow', allow, ...PREFLIGHT], body: null }
    const endpoint = match.methods.get(ask.method === 'HEAD' ? 'GET' : ask.method)
    if (!endpoint) {
      return withHeaders(problemAnswer(new Problem('method_not_allowed')), ['allow', allow])
    }
    return endpoint.access === 'key'
      ? keyed(endpoint, match, target, ask)
      : unkeyed(endpoint, match, target, ask)
  }

  function unkeyed(endpoint: Endpoint, match: Match, target: Target, ask: Ask): Soon<Answer> {
    const { access } = endpoint
    const admitted =
      access === 'open' || access === 'key' ? undefined : takeOfNetwork(access, ask.ip, context)
    return andThen(admitted, () => serve(endpoint, match, target, ask))
  }

  function keyed(endpoint: Endpoint, match: Match, target: Target, ask: Ask): Soon<Answer> {
    return andThen(authorize(ask.header), (record) =>
      andThen(takeQuota(record, context), (allowance) =>
        allowance.granted
          ? counted(allowance, () => serve(endpoint, match, target, ask))
          : withHeaders(problemAnswer(quotaProblem(allowance)), rateLimitHeaders(allowance)),
      ),
    )
  }

  /** Adds the quota's headers; a 304 and any failure of 500 and above give the request back. */
  function counted(allowance: Allowance, produce: () => Soon<Answer>): Soon<Answer> {
    const settle = (answer: Answer): Soon<Answer> => {
      const free = answer.status === 304 || answer.status >= 500
      const final = free ? giveBackQuota(allowance, context) : allowance
      return andThen(final, (spent) => withHeaders(answer, rateLimitHeaders(spent)))
    }
    const fail = (error: unknown) => settle(problemAnswer(asProblem(error, context.onError)))
    try {
      const answer = produce()
      return answer instanceof Promise ? answer.then(settle, fail) : settle(answer)
    } catch (error) {
      return fail(error)
    }
  }

  function serve(endpoint: Endpoint, match: Match, target: Target, ask: Ask): Soon<Answer> {
    const params = readParameters(endpoint, match.rawParams, target.query)
    return andThen(endpoint.answer({ params, ask, context }), (reply) => toAnswer(reply, endpoint, ask))
  }

  function toAnswer(reply: Reply, endpoint: Endpoint, ask: Ask): Answer {
    if (!('snapshot' in reply)) return reply
    const { snapshot, outcome } = reply
    const { body, type, etag, headers } = snapshot.value
    const fresh = cacheHeaders(snapshot, outcome, endpoint.access, context.now())
    if (matches(ask.header('if-none-match'), etag)) {
      return { status: 304, headers: ['etag', etag, ...fresh, ...headers], body: null }
    }
    const entity = ['content-type', type, 'content-length', String(body.byteLength), 'etag', etag]
    return { status: 200, headers: [...entity, ...fresh, ...headers], body }
  }
}

function withCommonHeaders({ status, headers, body }: Answer, requestId: string, method: string): Answer {
  return { status, headers: [...commonHeaders(requestId), ...headers], body: method === 'HEAD' ? null : body }
}

function withHeaders(answer: Answer, headers: readonly string[]): Answer {
  return { ...answer, headers: [...answer.headers, ...headers] }
}

/** Weak comparison of an `If-None-Match` list with our strong tag (RFC 9110 section 13.1.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
