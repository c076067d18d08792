import { digest } from '#digest'
import { type Html, html, trusted } from '#pages/html'
import { sourceBanner } from '#pages/source-banner'
import { STYLE } from '#pages/style'

/** A page ready to be sent, and the Content-Security-Policy it is sent with. */
export interface HtmlPage {
  readonly html: string
  readonly policy: string
  /** How long it holds in milliseconds, where that is shorter than its path says. */
  readonly validMs?: number
}

interface Framed {
  readonly title: string
  /** What every link begins with: `./`, or the base with a slash behind it. */
  readonly root: string
  readonly current: 'front' | 'status'
  readonly main: Html
  /** What every source is marked with; empty where providers themselves are asked. */
  readonly sourceNote: string
  /** A script of ours; a page that has one may ask its own origin. */
  readonly script?: string
}

/** What every link of a page begins with: under a base, the base; else the place of the page itself. */
export function rootOf(base: string): string {
  return base === '' ? './' : `${base}/`
}

/** The frame of every page: one style, the name, the way to the other pages. Nothing is loaded from anywhere. */
export function framed({ title, root, current, main, sourceNote, script }: Framed): HtmlPage {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Space-Data</title>
<link rel="icon" href="${ICON}"><style>${trusted(STYLE)}</style></head>
<body><a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="brand" href="${root}">${BRAND}Space-Data</a>
<nav aria-label="Pages">${link(root, 'Home', current === 'front')}${link(`${root}status`, 'Status', current === 'status')}${link(`${root}openapi.json`, 'OpenAPI', false)}</nav></header>
<main id="main" tabindex="-1" data-root="${root}">${sourceBanner(sourceNote)}${main}</main>
<footer><p>Data from NOAA SWPC, NASA CCMC, CelesTrak and The Space Devs; terms and attributions at <a href="${root}ref/sources">ref/sources</a>. All times are UTC.</p>
<p>This page as JSON: the same address with <code>Accept: application/json</code>.</p></footer>
${script !== undefined && html`<script>${trusted(script)}</script>`}</body></html>
`
  return { html: page.markup, policy: policyOf(script) }
}

function link(href: string, words: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="${href}" aria-current="page">${words}</a>`
    : html`<a href="${href}">${words}</a>`
}

/** A planet, and what flies round it. */
const BRAND = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.5"/><ellipse cx="12" cy="12" rx="11" ry="4.4" transform="rotate(-32 12 12)"/></svg>`

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cg fill='none' stroke='%237a4fd0' stroke-width='2'%3E%3Ccircle cx='12' cy='12' r='4.5' fill='%237a4fd0'/%3E%3Cellipse cx='12' cy='12' rx='11' ry='4.4' transform='rotate(-32 12 12)'/%3E%3C/g%3E%3C/svg%3E"

const hashes = new Map<string, string>()

/** The page allows itself its own style and script, by their hashes, its icon, and a form to itself. */
function policyOf(script: string | undefined): string {
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
