import { type CatalogueObject, sampleObjects } from '#celestrak/catalogue'
import { formatOmmCsv, formatOmmJson } from '#celestrak/omm'
import { formatSatcat } from '#celestrak/satcat'
import { jsonText, notFound } from '#response'

/** Path of SATCAT. */
export const SATCAT = '/pub/satcat.csv'

/**
 * Responds as celestrak.org: `gp.php` by CATNR, INTDES (a launch year or launch) or GROUP, as JSON or CSV
 * (default), and `satcat.csv`.
 */
export function respondAsCelestrak(url: URL, now: number): Response {
  if (url.pathname === SATCAT) return csv(formatSatcat(sampleObjects(now).map(({ elements }) => elements)))
  const format = (url.searchParams.get('FORMAT') ?? 'csv').toLowerCase()
  const matches = createMatcher(url)
  const found = matches ? sampleObjects(now).filter(matches) : []
  if (found.length === 0 || (format !== 'json' && format !== 'csv'))
    return notFound('text/plain', 'No GP data found')
  const elements = found.map((object) => object.elements)
  if (format === 'json') return jsonText(formatOmmJson(elements), 0)
  return csv(formatOmmCsv(elements))
}

function csv(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/csv' } })
}

function createMatcher({ pathname, searchParams }: URL): ((object: CatalogueObject) => boolean) | undefined {
  if (pathname !== '/NORAD/elements/gp.php') return undefined
  const [number, launch, group] = ['CATNR', 'INTDES', 'GROUP'].map((key) => searchParams.get(key))
  if (number) return ({ elements }) => elements.NORAD_CAT_ID === Number(number)
  if (launch) return ({ elements }) => elements.OBJECT_ID.startsWith(launch)
  if (group) return ({ groups }) => groups.includes(group)
  return undefined
}
