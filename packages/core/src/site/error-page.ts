import { durationText } from '@space-data/charts/text'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import type { Problem } from '#kit/problem'
import { seconds } from '#kit/time'

/** Titles by status. Other statuses have only their number as title. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'API key required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not available in this format',
  410: 'Removed',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Unusable data from a provider',
  503: 'Temporarily unavailable',
}

/** Renders an error as a page. `root` is the prefix of every link; it must not depend on the page's path. */
export function errorPage(problem: Problem, root: string, sourceNote: string): HtmlPage {
  const { status, code, message, retryAfterSeconds } = problem
  const title = TITLES[status] ?? `Error ${status}`
  const retry = retryAfterSeconds !== undefined && ` Retry in ${durationText(seconds(retryAfterSeconds))}.`
  return renderPage({
    title,
    root,
    sourceNote,
    style: STYLE,
    main: html`<section class="error"><h1>${title}</h1><p>${message}${!/Retry in \d/.test(message) && retry}</p>
<p>${nextStep(status, root)}</p><p class="muted">HTTP ${status}, code <code>${code}</code></p></section>`,
  })
}

const STYLE = `
.error{margin:3rem 0 5rem;max-width:44rem}
.error p{margin-top:.9rem}
`

function nextStep(status: number, root: string): Html {
  if (status === 401)
    return html`<a href="${root}">Get a free key</a>, and send it in a header. In a browser, try paths at <a href="${root}docs">Docs</a>.`
  if (status >= 500) return html`<a href="${root}status">Status</a> shows what is wrong now.`
  return html`Go to the <a href="${root}">front page</a>, or see all paths at <a href="${root}docs">Docs</a>.`
}
