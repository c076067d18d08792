import { digest } from '#digest'
import { type Html, html, trusted } from '#pages/html'
import { sourceBanner } from '#pages/source-banner'
import { STYLE } from '#pages/style'

/** A rendered page and its Content-Security-Policy. */
export interface HtmlPage {
  readonly html: string
  readonly policy: string
  /** How long the page may be cached, in milliseconds, where that is shorter than the endpoint's TTL. */
  readonly validMs?: number
}

interface PageOptions {
  readonly title: string
  /** Prefix of every link, from `linkRoot`. */
  readonly root: string
  /** The navigation entry to highlight, where the page has one. */
  readonly current?: 'home' | 'status' | 'alerts'
  readonly main: Html
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
  /** Inline script. A page with one may send requests to its own origin. */
  readonly script?: string
}

/** Returns the prefix of every link on a page: `./`, or the base path with a trailing slash. */
export function linkRoot(base: string): string {
  return base === '' ? './' : `${base}/`
}

/** Renders a complete page: head, navigation, content and footer. It loads no external resource. */
export function renderPage({ title, root, current, main, sourceNote, script }: PageOptions): HtmlPage {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Space-Data</title>
<link rel="icon" href="${ICON}"><style>${trusted(STYLE)}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header class="bar"><a class="brand" href="${root}">${BRAND}Space-Data</a>
<nav aria-label="Pages">${link(root, 'Home', current === 'home')}${link(`${root}status`, 'Status', current === 'status')}${link(`${root}alerts`, 'Alerts', current === 'alerts')}${link(`${root}openapi.json`, 'OpenAPI', false)}</nav></header>
<main id="main" tabindex="-1" data-root="${root}">${sourceBanner(sourceNote)}${main}</main>
<footer><p>Data from NOAA SWPC, NASA CCMC, CelesTrak and The Space Devs: <a href="${root}ref/sources">licences and attribution</a>. All times are UTC.</p>
<p>For JSON, request this URL with <code>Accept: application/json</code>.</p></footer>
${script !== undefined && html`<script>${trusted(script)}</script>`}</body></html>
`
  return { html: page.markup, policy: buildPolicy(script) }
}

function link(href: string, label: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`
}

/** The logo: a planet with an orbit. */
const BRAND = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.5"/><ellipse cx="12" cy="12" rx="11" ry="4.4" transform="rotate(-32 12 12)"/></svg>`

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cg fill='none' stroke='%237a4fd0' stroke-width='2'%3E%3Ccircle cx='12' cy='12' r='4.5' fill='%237a4fd0'/%3E%3Cellipse cx='12' cy='12' rx='11' ry='4.4' transform='rotate(-32 12 12)'/%3E%3C/g%3E%3C/svg%3E"

const hashes = new Map<string, string>()

/** Builds the Content-Security-Policy: style and script by hash, data-URL icon, forms to the own origin. */
function buildPolicy(script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`, "connect-src 'self'"]),
    'img-src data:',
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
