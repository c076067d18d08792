import { linkRoot } from '#endpoint/page/link-root'
import { hours } from '#kit/time'
import type { SiteContext } from '#site/context'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the HAPI page, which HAPI clients request with a slash at the end. */
export const hapi = pageEndpoint<SiteContext>({
  path: '/hapi',
  operationId: 'getHapiPage',
  summary: 'The HAPI server: datasets and how to read them',
  ttlMs: hours(1),
  isOffered: ({ hapi }) => hapi,
  hasSlash: true,
  pageKey: ({ request }) => ({ root: rootOf('', request.target) }),
  async toPage({ context: { settings, upstreams }, request: { target }, now }) {
    const { hapiPage } = await import('#site/pages')
    return hapiPage(now, upstreams.shownNote.text, rootOf(settings.base, target))
  },
})

/**
 * Returns the prefix of links. Without a base, links are relative, and from `/hapi/` they start with `../`.
 */
function rootOf(base: string, target: string): string {
  return base === '' && /^[^?]*\/(\?|$)/.test(target) ? '../' : linkRoot(base)
}
