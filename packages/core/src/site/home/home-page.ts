import script from 'browser:home'
import type { Endpoint } from '#endpoint/endpoint'
import { html } from '#endpoint/page/html'
import { type HtmlPage, linkRoot, renderPage } from '#endpoint/page/layout'
import type { Settings } from '#kit/context'
import { askSection } from '#site/home/ask-section'
import { endpointList } from '#site/home/endpoint-list'
import { type HomeFacts, homeValidMs } from '#site/home/home-facts'
import { HOME_STYLE } from '#site/home/home-style'
import { keyCard } from '#site/home/key-card'
import { liveStrip } from '#site/home/live-strip'
import { tierTable } from '#site/home/tier-table'

const DESCRIPTION =
  'Space-Data serves live space weather, upcoming launches, solar events, orbital elements ' +
  'and a nightly map of catalogued objects from public sources, over plain HTTP.'

/** The endpoint that the page shows how to ask. */
const EXAMPLE = '/v1/space-weather/kp'

/** Renders the home page: introduction, current values, key card, how to ask, endpoints, tiers. */
export function homePage(
  table: readonly Endpoint[],
  { base, sourceNote, keyPrefix, tiers }: Pick<Settings, 'base' | 'sourceNote' | 'keyPrefix' | 'tiers'>,
  facts: HomeFacts,
): HtmlPage {
  const root = linkRoot(base)
  const example = table.find(({ path }) => path === EXAMPLE)
  const page = renderPage({
    title: 'Space weather, launches, orbits and debris',
    description: DESCRIPTION,
    root,
    current: 'home',
    sourceNote,
    style: HOME_STYLE,
    script,
    main: html`<div class="lead"><div class="words"><h1>Space weather, launches, orbits and debris as plain JSON</h1>
<p>${DESCRIPTION}</p>
<p>It respects the rate limits of NOAA, NASA, CelesTrak and The Space Devs. Every response carries its source, fetch time and expiry.</p>
<p>A free key takes one request and no e-mail address. <a href="${root}status">See the state of every source</a>, or <a href="${root}alerts">what happened lately</a>.</p></div>${keyCard(keyPrefix)}</div>
${liveStrip(facts, root)}
${example && askSection(example)}
${endpointList(table, root)}
${tierTable(tiers, root)}`,
  })
  return { ...page, validMs: homeValidMs(facts) }
}
