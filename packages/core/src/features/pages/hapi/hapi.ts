import type { PagesContext } from '#features/pages/context'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { hours } from '#kernel/kit/time'

/** Serves the HAPI page, which HAPI clients request with a slash at the end. */
export const hapi = pageEndpoint<PagesContext>({
  path: '/hapi',
  operationId: 'getHapiPage',
  summary: 'The HAPI server: datasets and how to read them',
  ttlMs: hours(1),
  isOffered: ({ hapi }) => hapi,
  hasSlash: true,
  pageKey: ({ request }) => ({ root: rootOf('', request.target) }),
  async toPage({ context: { settings, upstreams }, request: { target }, now }) {
    const { hapiPage } = await import('#features/pages/pages')
    return hapiPage(now, upstreams.shownNote.text, rootOf(settings.base, target))
  },
})

/**
 * Returns the prefix of links. Without a base, links are relative, and from `/hapi/` they start with `../`.
 */
function rootOf(base: string, target: string): string {
  return base === '' && /^[^?]*\/(\?|$)/.test(target) ? '../' : linkRoot(base)
}
