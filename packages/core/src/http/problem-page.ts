import type { RawRequest, RawResponse } from '#endpoint/http-message'
import { createTypeChooser } from '#endpoint/negotiate'
import { errorPage } from '#http/error-page'
import { respondWith } from '#http/problem-response'
import type { Problem } from '#kit/problem'

/** Returns whether a client prefers HTML to JSON, as a browser does that opens a URL. */
export function prefersHtml(request: RawRequest): boolean {
  const accept = request.header('accept')
  // Most clients name no text type: they need no negotiation.
  if (!accept?.includes('text/')) return false
  return chooseType(accept) === 'text/html'
}

const chooseType = createTypeChooser(['application/json', 'text/html'])

interface PageBody {
  readonly body: Uint8Array
  readonly policy: string
}

/** More pages are rendered again: the texts of an upstream's problems have no bound. */
const MAX_PAGES = 100

/** Creates the responses of failures as pages, each rendered once. `base` is the prefix of every path. */
export function createProblemPages(base: string, sourceNote: string): (problem: Problem) => RawResponse {
  const pages = new Map<string, PageBody>()

  return (problem) => {
    const { code, message, retryAfterSeconds } = problem
    const key = `${code} ${retryAfterSeconds} ${message}`
    let page = pages.get(key)
    if (!page) {
      const { html, policy } = errorPage(problem, `${base}/`, sourceNote)
      page = { body: new TextEncoder().encode(html), policy }
      if (pages.size >= MAX_PAGES) pages.clear()
      pages.set(key, page)
    }
    const response = respondWith(problem, 'text/html; charset=utf-8', page.body)
    response.headers.push('content-security-policy', page.policy, 'vary', 'Accept')
    return response
  }
}
