import { providers } from '@space-data/core'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/**
 * Intercepts the global `fetch` in the tests of a file. Each test begins with these handlers; a request that
 * has none fails.
 */
export function interceptFetch(...handlers: HttpHandler[]) {
  const internet = setupServer(...handlers)
  beforeAll(() => internet.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => internet.resetHandlers())
  afterAll(() => internet.close())
  return internet
}

/** Returns handlers for the requests to all providers. */
export function atProviders(answer: (request: Request) => Response | Promise<Response>): HttpHandler[] {
  return Object.values(providers).map(({ origin }) =>
    http.all(`${origin}/*`, ({ request }) => answer(request)),
  )
}
