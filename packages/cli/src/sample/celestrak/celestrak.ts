import { jsonText, notFound } from '#sample/answer'
import { type CatalogueObject, catalogue } from '#sample/celestrak/catalogue'
import { csvOf, jsonOf } from '#sample/celestrak/omm'

/**
 * Answers as celestrak.org `gp.php`: by CATNR, INTDES (a launch year or a launch) or GROUP, as JSON or, by
 * default, CSV.
 */
export function answerAsCelestrak(url: URL, now: number): Response {
  const format = (url.searchParams.get('FORMAT') ?? 'csv').toLowerCase()
  const matches = matcherOf(url)
  const found = matches ? catalogue(now).filter(matches) : []
  if (found.length === 0 || (format !== 'json' && format !== 'csv'))
    return notFound('text/plain', 'No GP data found')
  const elements = found.map((object) => object.elements)
  if (format === 'json') return jsonText(jsonOf(elements), 0)
  return new Response(csvOf(elements), { headers: { 'content-type': 'text/csv' } })
}

function matcherOf({ pathname, searchParams }: URL): ((object: CatalogueObject) => boolean) | undefined {
  if (pathname !== '/NORAD/elements/gp.php') return undefined
  const [number, launch, group] = ['CATNR', 'INTDES', 'GROUP'].map((key) => searchParams.get(key))
  if (number) return ({ elements }) => elements.NORAD_CAT_ID === Number(number)
  if (launch) return ({ elements }) => elements.OBJECT_ID.startsWith(launch)
  if (group) return ({ groups }) => groups.includes(group)
  return undefined
}
