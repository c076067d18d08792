import { jsonText, notFound } from '#sample/answer'
import { type CatalogueObject, catalogue } from '#sample/celestrak/catalogue'
import { csvOf, jsonOf } from '#sample/celestrak/omm'
import { satcatOf } from '#sample/celestrak/satcat'

/** Where SATCAT is. */
export const SATCAT = '/pub/satcat.csv'

/**
 * Answers as celestrak.org: `gp.php` by CATNR, INTDES (a launch year or a launch) or GROUP, as JSON or, by
 * default, CSV; and `satcat.csv`.
 */
export function answerAsCelestrak(url: URL, now: number): Response {
  if (url.pathname === SATCAT) return csv(satcatOf(catalogue(now).map(({ elements }) => elements)))
  const format = (url.searchParams.get('FORMAT') ?? 'csv').toLowerCase()
  const matches = matcherOf(url)
  const found = matches ? catalogue(now).filter(matches) : []
  if (found.length === 0 || (format !== 'json' && format !== 'csv'))
    return notFound('text/plain', 'No GP data found')
  const elements = found.map((object) => object.elements)
  if (format === 'json') return jsonText(jsonOf(elements), 0)
  return csv(csvOf(elements))
}

function csv(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/csv' } })
}

function matcherOf({ pathname, searchParams }: URL): ((object: CatalogueObject) => boolean) | undefined {
  if (pathname !== '/NORAD/elements/gp.php') return undefined
  const [number, launch, group] = ['CATNR', 'INTDES', 'GROUP'].map((key) => searchParams.get(key))
  if (number) return ({ elements }) => elements.NORAD_CAT_ID === Number(number)
  if (launch) return ({ elements }) => elements.OBJECT_ID.startsWith(launch)
  if (group) return ({ groups }) => groups.includes(group)
  return undefined
}
