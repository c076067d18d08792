import { linkRoot } from '#endpoint/page/link-root'
import { hours } from '#kit/time'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the page of the HAPI server, which its clients ask for with a slash at the end. */
export const hapi = pageEndpoint({
  path: '/hapi',
  operationId: 'getHapiPage',
  summary: 'The HAPI server: datasets and how to read them',
  ttlMs: hours(1),
  isOffered: ({ hapi }) => hapi,
  hasSlash: true,
  pageKey: (_, target) => ({ root: rootOf('', target) }),
  async toPage({ context: { settings, upstreams }, request: { target }, now }) {
    const { hapiPage } = await import('#site/pages')
    return hapiPage(now, upstreams.shownNote.text, rootOf(settings.base, target))
  },
})

/** Returns the prefix of links, which are relative where there is no base: from `/hapi/` they go up. */
function rootOf(base: string, target: string): string {
  return base === '' && /^[^?]*\/(\?|$)/.test(target) ? '../' : linkRoot(base)
}
