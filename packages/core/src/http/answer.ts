import type { Context } from '#context'
import type { Answer, Ask } from '#declare/ask'
import { type Endpoint, isForOwnSite, type Reply } from '#declare/endpoint'
import { addCacheHeaders, addCommonHeaders, addRateLimitHeaders, PREFLIGHT } from '#http/headers'
import { beginNotes, eventOf, type Notes, type Observer } from '#http/observed'
import { paramsOf } from '#http/parameters'
import { asProblem, problemAnswer } from '#http/problem-answer'
import { newRequestId } from '#http/request-id'
import { compileRoutes, type Match } from '#http/router'
import { authorizer } from '#keys/authorize'
import { takeOfNetwork } from '#keys/network-limit'
import { type Allowance, giveBackQuota, keepQuota, quotaProblem, takeQuota } from '#keys/quota'
import { giveBackUnchanged } from '#keys/unchanged'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'
import type { KeyRecord } from '#store/keys'

/** A request that has come. */
interface Arrival {
  readonly ask: Ask
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly notes: Notes | undefined
  /** Whether scripts of other sites may read the answer. */
  isShared: boolean
}

/** A request that has found its endpoint. */
interface Visit {
  readonly arrival: Arrival
  readonly endpoint: Endpoint
  readonly match: Match
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/**
 * The one pipeline behind every host: route, method, preflight, key, quota, parameters, data, in this order. Answers
 * synchronously when nothing has to be awaited; never throws and never rejects. Takes no notes where there is no observer.
 */
export function createAnswer(
  endpoints: readonly Endpoint[],
  context: Context,
  observer?: Observer,
): (ask: Ask) => Soon<Answer> {
  const routeOf = compileRoutes(endpoints)
  // Made for the first key that comes: its lists take some milliseconds to lay out, which a start need not wait for.
  let authorize: ReturnType<typeof authorizer> | undefined

  return (ask) => {
    const requestId = ask.requestId && REQUEST_ID.test(ask.requestId) ? ask.requestId : newRequestId()
    const arrival = { ask, requestId, at: context.now(), notes: observer && beginNotes(), isShared: true }
    let answer: Soon<Answer>
    try {
      answer = route(arrival)
    } catch (error) {
      answer = failed(error, arrival.notes)
    }
    return answer instanceof Promise ? finishLate(answer, arrival) : finish(answer, arrival)
  }

  function finishLate(answer: Promise<Answer>, arrival: Arrival): Promise<Answer> {
    return answer.then(
      (late) => finish(late, arrival),
      (error) => finish(failed(error, arrival.notes), arrival),
    )
  }

  function finish(answer: Answer, { ask, requestId, notes, isShared }: Arrival): Answer {
    if (notes) observer?.(eventOf(ask, answer, notes, requestId, context.settings.keyPrefix))
    addCommonHeaders(answer.headers, requestId, isShared)
    return ask.method === 'HEAD' ? { ...answer, body: null, text: undefined } : answer
  }

  function route(arrival: Arrival): Soon<Answer> {
    const { ask, notes } = arrival
    const match = routeOf(ask.target)
    if (!match) return refused(new Problem('not_found'), ask)
    if (notes) notes.route = pathOf(match)
    const { allow, isShared } = match
    arrival.isShared = isShared
    if (ask.method === 'OPTIONS') {
      const headers = isShared ? ['allow', allow, ...PREFLIGHT] : ['allow', allow]
      return { status: 204, headers, body: null }
    }
    const endpoint = match.methods.get(ask.method === 'HEAD' ? 'GET' : ask.method)
    if (!endpoint) {
      const answer = failed(new Problem('method_not_allowed'), notes)
      answer.headers.push('allow', allow)
      return answer
    }
    const visit = { arrival, endpoint, match }
    return endpoint.access === 'key' ? keyed(visit) : unkeyed(visit)
  }

  function unkeyed(visit: Visit): Soon<Answer> {
    const { endpoint, arrival } = visit
    const { access } = endpoint
    if (access === 'open' || access === 'key') return serve(visit, arrival.at)
    // Before the rate: a page elsewhere must not use up what its visitors have of it.
    if (isForOwnSite(endpoint) && arrival.ask.header('sec-fetch-site') === 'cross-site')
      throw new Problem('cross_site_refused')
    return andThen(takeOfNetwork(access, arrival.ask.ip?.(), context), () => serve(visit, context.now()))
  }

  function keyed(visit: Visit): Soon<Answer> {
    const { ask, at } = visit.arrival
    authorize ??= authorizer(context)
    let record: Soon<KeyRecord>
    try {
      record = authorize(ask, at)
    } catch (error) {
      return refused(error, ask)
    }
    return record instanceof Promise
      ? record.then(
          (late) => charged(late, visit, context.now()),
          (error) => refused(error, ask),
        )
      : charged(record, visit, at)
  }

  /** Answers of 401, and of 404 for a path that is not there, have a rate, where it can be told whose they are. */
  function refused(error: unknown, ask: Ask): Soon<never> {
    const isRated = error instanceof Problem && (error.status === 401 || error.status === 404)
    const ip = isRated ? ask.ip?.() : undefined
    if (ip === undefined) throw error
    return andThen(takeOfNetwork('refused', ip, context), () => {
      throw error
    })
  }

  function charged(record: KeyRecord, visit: Visit, now: number): Soon<Answer> {
    const { at, notes } = visit.arrival
    if (notes) {
      notes.account = record.account
      notes.key = record.id
    }
    const allowance = takeQuota(record, context, at)
    return allowance instanceof Promise
      ? allowance.then((late) => counted(late, visit, context.now()))
      : counted(allowance, visit, now)
  }

  /** Adds the quota's headers; a 304, of which not too many are free, and any failure of 500 and above give the request back. */
  function counted(allowance: Allowance, visit: Visit, now: number): Soon<Answer> {
    if (!allowance.granted) return limited(failed(quotaProblem(allowance), visit.arrival.notes), allowance)
    let answer: Soon<Answer>
    try {
      answer = serve(visit, now, allowance.account.name)
    } catch (error) {
      answer = failed(error, visit.arrival.notes)
    }
    return answer instanceof Promise
      ? settledLate(answer, allowance, visit)
      : settled(answer, allowance, visit)
  }

  function settledLate(answer: Promise<Answer>, allowance: Allowance, visit: Visit): Promise<Answer> {
    return answer.then(
      (late) => settled(late, allowance, visit),
      (error) => settled(failed(error, visit.arrival.notes), allowance, visit),
    )
  }

  function settled(answer: Answer, allowance: Allowance, { arrival }: Visit): Soon<Answer> {
    const { status } = answer
    const isUnchanged = status === 304 && !answer.isCounted && !asksForAny(arrival.ask)
    if (status < 500 && !isUnchanged) return limited(answer, keepQuota(allowance))
    const giveBack = isUnchanged ? giveBackUnchanged : giveBackQuota
    return andThen(giveBack(allowance, context), (left) => limited(answer, left))
  }

  function serve(visit: Visit, now: number, account?: string): Soon<Answer> {
    const { endpoint, match, arrival } = visit
    const params = paramsOf(endpoint, match)
    const reply = endpoint.answer({ params, ask: arrival.ask, context, now, account })
    return reply instanceof Promise
      ? reply.then((late) => toAnswer(late, visit, context.now()))
      : toAnswer(reply, visit, now)
  }

  function failed(error: unknown, notes: Notes | undefined): Answer {
    const problem = asProblem(error, context.onError)
    if (notes) notes.code = problem.code
    return problemAnswer(problem)
  }
}

/** The answer that a reply makes at that time. */
function toAnswer(reply: Reply, { endpoint, arrival }: Visit, now: number): Answer {
  if (!('snapshot' in reply)) return reply
  const { ask, notes } = arrival
  if (notes) notes.cache = reply.outcome
  const { body, text, etag, ready, readyUnchanged } = reply.snapshot.value
  const isKnown = matches(ask.header('if-none-match'), etag)
  const sent = (isKnown ? readyUnchanged : ready).slice()
  addCacheHeaders(sent, reply, endpoint.access, now)
  return isKnown
    ? { status: 304, headers: sent, body: null, isCounted: reply.isCounted }
    : { status: 200, headers: sent, body, text }
}

/** Whether a client holds no copy that it could name, and means any: what it has not got cannot be unchanged. */
function asksForAny(ask: Ask): boolean {
  const tags = ask.header('if-none-match')
  return tags?.includes('*') === true && tags.split(',').some(isAny)
}

const isAny = (tag: string) => tag.trim() === '*'

/** An answer's list of headers is its own: what belongs to it is added on its way out. */
function limited(answer: Answer, allowance: Allowance): Answer {
  addRateLimitHeaders(answer.headers, allowance)
  return answer
}

/** The path as the table has it; the methods of a match all have the same. */
function pathOf({ methods }: Match): string | null {
  const [endpoint] = methods.values()
  return endpoint?.path ?? null
}

/** Weak comparison of an `If-None-Match` list with our strong tag (RFC 9110 section 13.1.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => isAny(tag) || tag.trim().replace(/^W\//, '') === etag)
}
