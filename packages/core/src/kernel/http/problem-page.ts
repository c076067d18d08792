import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import { createTypeChooser } from '#kernel/endpoint/negotiate'
import { problemResponse, respondWith } from '#kernel/http/problem-response'
import type { Settings } from '#kernel/kit/environment'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { Problem, RenderProblem } from '#kernel/kit/problem'

/** Returns whether a client prefers HTML to JSON, as a browser does when it opens a URL. */
export function prefersHtml(request: RawRequest): boolean {
  const accept = request.header('accept')
  // Most clients name no text type and need no negotiation.
  if (!accept?.includes('text/')) return false
  return chooseType(accept) === 'text/html'
}

const chooseType = createTypeChooser(['application/json', 'text/html'])

interface PageBody {
  readonly body: Uint8Array
  readonly policy: string
}

/**
 * Maximum number of rendered pages that are kept, as the number of problem texts of upstreams is unbounded.
 */
const MAX_PAGES = 100

/**
 * Creates the responses of failures as pages, each rendered once. `load` loads the code of the pages; if it
 * fails, JSON is sent.
 */
export function createProblemPages(
  load: () => Promise<RenderProblem>,
  { base, sourceNote }: Pick<Settings, 'base' | 'sourceNote'>,
): (problem: Problem) => MaybePromise<RawResponse> {
  const pages = new Map<string, PageBody>()

  return (problem) => {
    const { code, message, retryAfterSeconds } = problem
    const key = `${code} ${retryAfterSeconds} ${message}`
    const page = pages.get(key)
    return page ? pageResponse(problem, page) : render(problem, key).catch(() => problemResponse(problem))
  }

  async function render(problem: Problem, key: string): Promise<RawResponse> {
    const render = await load()
    const { html, policy } = render(problem, `${base}/`, sourceNote)
    const page = { body: new TextEncoder().encode(html), policy }
    if (pages.size >= MAX_PAGES) pages.clear()
    pages.set(key, page)
    return pageResponse(problem, page)
  }
}

function pageResponse(problem: Problem, { body, policy }: PageBody): RawResponse {
  const response = respondWith(problem, 'text/html; charset=utf-8', body)
  response.headers.push('content-security-policy', policy, 'vary', 'Accept')
  return response
}
