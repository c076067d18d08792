import { type AssetName, assetPath } from '#features/shared/page/asset-names'
import { type Html, html, trusted } from '#features/shared/page/html'
import { ICON } from '#features/shared/page/icon'
import { STYLE } from '#features/shared/page/style'
import { digest } from '#kernel/kit/digest'

/** A rendered page and its Content-Security-Policy. */
export interface HtmlPage {
  readonly html: string
  readonly policy: string
  /** Validity of the page in milliseconds, if it is shorter than the endpoint's TTL. */
  readonly validMs?: number
}

interface PageOptions {
  readonly title: string
  /** One sentence for search engines and for previews of links. */
  readonly description?: string
  /** Prefix of every link, from `linkRoot`. */
  readonly root: string
  /** Paths that the instance offers, to which the navigation is limited. @default all pages */
  readonly offered?: ReadonlySet<string>
  /** The navigation entry to highlight, if the page has one. */
  readonly current?: PageName
  readonly main: Html
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
  /** Rules of this page, added after the rules of all pages. */
  readonly style?: string
  /** Inline script. */
  readonly script?: string
  /** Script in `/assets/`, for code that is too long to be inline. It may start workers from `/assets/`. */
  readonly asset?: AssetName
  /** Seconds after which a browser without script reloads the page; default: never. */
  readonly refreshSeconds?: number
}

/** The pages of the navigation, in order. */
const PAGES = {
  weather: 'Weather',
  launches: 'Launches',
  events: 'Events',
  sky: 'Sky',
  debris: 'Objects',
  globe: 'Globe',
  alerts: 'Alerts',
  status: 'Status',
  docs: 'Docs',
} as const

type PageName = 'home' | keyof typeof PAGES

/** The name of the service, with a link to the home page if there is one. */
function brandFor(root: string, offered: ReadonlySet<string> | undefined): Html {
  const name = html`${BRAND}Space-Data`
  return offered?.has('/') === false
    ? html`<span class="brand">${name}</span>`
    : html`<a class="brand" href="${root}">${name}</a>`
}

/** Renders a complete page: head, navigation, content and footer. It loads no external resource. */
export function renderPage(options: PageOptions): HtmlPage {
  const { title, description, root, current, main, sourceNote, script, asset, refreshSeconds, offered } =
    options
  const style = STYLE + (options.style ?? '')
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Space-Data</title>${description !== undefined && describe(title, description, root)}
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
<link rel="icon" href="${ICON_URL}"><style>${trusted(style)}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header class="bar">${brandFor(root, offered)}
<nav aria-label="Pages">${Object.entries(PAGES).map(([name, label]) => (offered?.has(`/${name}`) ?? true) && link(`${root}${name}`, label, name === current))}</nav>${sourceBanner(sourceNote)}</header>
<main id="main" tabindex="-1" data-root="${root}">${main}</main>
<footer><p>Data from NOAA SWPC, NASA CCMC, GFZ Potsdam, CelesTrak and The Space Devs: <a href="${root}ref/sources">licences and attribution</a>. Times are UTC unless stated.</p>
<p>Programs get the same data as JSON: <a href="${root}openapi.json">OpenAPI document</a>, <a href="${root}ref">reference tables</a>.</p></footer>
${script !== undefined && html`<script>${trusted(script)}</script>`}${asset && html`<script src="${root}${assetPath(asset)}" defer></script>`}</body></html>
`
  return { html: page.markup, policy: buildPolicy(style, script, asset) }
}

function describe(title: string, description: string, root: string): Html {
  return html`<meta name="description" content="${description}"><meta property="og:title" content="${title} · Space-Data"><meta property="og:description" content="${description}"><meta property="og:type" content="website"><meta property="og:image" content="${root}preview.png">`
}

function link(href: string, label: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`
}

/** The logo: a planet with an orbit. */
const BRAND = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.5"/><ellipse cx="12" cy="12" rx="11" ry="4.4" transform="rotate(-32 12 12)"/></svg>`

const ICON_URL = `data:image/svg+xml,${ICON.replace(/[<>#]/g, encodeURIComponent)}`

const hashes = new Map<string, string>()

/**
 * Builds the Content-Security-Policy: style and inline script by hash, everything else from the page's own
 * origin.
 */
function buildPolicy(style: string, script: string | undefined, asset: AssetName | undefined): string {
  const scripts = [...(script === undefined ? [] : [`'${hashOf(script)}'`]), ...(asset ? ["'self'"] : [])]
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    "connect-src 'self'",
    ...(asset ? ["worker-src 'self'"] : []),
    "img-src data: 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  const known = hashes.get(text) ?? `sha256-${digest(text, 'base64')}`
  hashes.set(text, known)
  return known
}

/** The source note of `--sample`, replaced by a full sentence. */
const SAMPLE = '(sample)'

/** Renders a notice of simulated data, or the operator's own source note; `null` without a note. */
function sourceBanner(note: string): Html | null {
  if (note === '') return null
  return html`<p class="banner">${note === SAMPLE ? 'Sample data from simulated providers' : note}</p>`
}
