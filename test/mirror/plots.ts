import { type Mirror, openMirror } from './pair.ts'
import { recordedCentral } from './recorded.ts'

export const HTML = { accept: 'text/html' }
export const NOTICE = 'Some days cannot be fetched from the central instance now'

export const plots = (markup: string) =>
  [...markup.matchAll(/data-values="([^"]*)"/g)].map(([, values]) => values)
export const weather = async ({ get }: Pick<Mirror, 'get'>, span = '24h') =>
  (await get(`/weather?span=${span}`, HTML)).text

/** Plots of a span on /weather of a central instance and of its mirror, and the page of the mirror. */
export async function plotsOf(span: string) {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const own = plots(await weather({ get: (path) => central.get(path) }, span))
  const page = await weather(mirror, span)
  return { own, copied: plots(page), page }
}
