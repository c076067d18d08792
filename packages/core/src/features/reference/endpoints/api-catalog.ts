import * as v from 'valibot'
import { documentEndpoint } from '#features/shared/page/document-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { renderBody, toJsonText } from '#kernel/endpoint/representation'
import { named, text } from '#kernel/endpoint/schemas'
import { hours } from '#kernel/kit/time'

const target = v.strictObject({
  href: text('Target of the link, relative to this document', '/openapi.json'),
  type: v.optional(text('Media type of the target', 'application/json')),
})

const targets = (description: string) =>
  v.optional(v.pipe(v.array(named('LinkTarget', target)), v.description(description)))

const context = v.strictObject({
  anchor: text('Subject of the links, relative to this document', '/'),
  item: targets('Paths of the interface that have no parameters'),
  'service-desc': targets('Its OpenAPI document'),
  'service-doc': targets('Its documentation for people'),
  status: targets('Its health'),
  'successor-version': targets('Successor of a deprecated path'),
  deprecation: targets('Description of its deprecation'),
  sunset: targets('Description of its removal'),
})

const catalogue = v.strictObject({
  linkset: v.pipe(
    v.array(named('LinkContext', context)),
    v.description('The catalogue itself, the interface, and each deprecated path'),
  ),
})

const TYPE = 'application/linkset+json'
/** Marks a link set as an API catalogue. */
const PROFILE = 'https://www.rfc-editor.org/info/rfc9727'

const path = '/.well-known/api-catalog'

/** The API catalogue of RFC 9727: links to the paths of this host, their description and their health. */
export const apiCatalog = documentEndpoint({
  path,
  operationId: 'getApiCatalog',
  summary: 'The API catalogue of this host (RFC 9727)',
  description: 'A link set (RFC 9264) of the paths without parameters, their description and their health.',
  ttlMs: hours(24),
  success: {
    description: 'The API catalogue',
    content: { [TYPE]: named('ApiCatalog', catalogue) },
    headers: { link: 'The catalogue, as rel="api-catalog"' },
  },
  render({ context: { settings, table } }) {
    const link = `<${settings.base}${path}>; rel="api-catalog"; type="${TYPE}"`
    const body = toJsonText(catalogueOf(table.offered, settings.base, path))
    return renderBody(body, `${TYPE}; profile="${PROFILE}"`, ['link', link])
  },
})

type Catalogue = v.InferOutput<typeof catalogue>

function catalogueOf(table: readonly Endpoint[], base: string, self: string): Catalogue {
  const href = (path: string) => ({ href: base + path })
  const json = (path: string) => ({ ...href(path), type: 'application/json' })
  const plain = table.filter(({ path }) => !path.includes('{') && path !== self)
  const paths = new Set(plain.map(({ path }) => path))
  return {
    linkset: [
      { anchor: base + self, item: [...paths].map(href) },
      {
        anchor: `${base}/`,
        'service-desc': [json('/openapi.json')],
        'service-doc': [{ ...href('/'), type: 'text/html' }],
        status: [json('/status')],
      },
      ...plain.flatMap(({ path, publication }) => {
        const { successor, sunset } = publication?.deprecation ?? {}
        if (!publication?.deprecation) return []
        return {
          anchor: base + path,
          ...(successor !== undefined && { 'successor-version': [href(successor)] }),
          deprecation: [json('/openapi.json')],
          ...(sunset !== undefined && { sunset: [json('/openapi.json')] }),
        }
      }),
    ],
  }
}
