import { durationText } from '@space-data/charts/text'
import { html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import type { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'

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

/**
 * Renders an error as a page: its message and one link. `root` is the prefix of every link; it must not depend
 * on the page's path.
 */
export function errorPage(problem: Problem, root: string, sourceNote: string): HtmlPage {
  const { status, code, message, retryAfterSeconds } = problem
  const title = TITLES[status] ?? `Error ${status}`
  const retry = retryAfterSeconds !== undefined && ` Retry in ${durationText(seconds(retryAfterSeconds))}.`
  // The title and the link state the other sentences.
  const sentences = message
    .split(/(?<=[.?]) /)
    .filter((each) => !/^See \//.test(each) && each !== `${title}.`)
  const [path, action] = nextStep(problem)
  return renderPage({
    title,
    root,
    sourceNote,
    style: STYLE,
    main: html`<section class="error"><h1>${title}</h1><p>${sentences.join(' ')}${!/Retry in \d/.test(message) && retry}</p>
<p><a class="action" href="${root}${path}">${action}</a></p><p class="muted">HTTP ${status}, code <code>${code}</code></p></section>`,
  })
}

const STYLE = `
.error{margin:2.5rem 0 5rem;max-width:44rem}
.error p{margin-top:.9rem}
.action{display:inline-block;background:var(--accent);color:var(--on);border-radius:.45rem;padding:.4rem .9rem;font-weight:560;text-decoration:none}
`

function nextStep({ status, code }: Problem): readonly [path: string, action: string] {
  if (status === 401) return ['', 'Get a free key']
  if (status === 429 || code === 'tier_required') return ['ref/tiers', 'See the limits of each tier']
  return status >= 500 ? ['status', 'See what is wrong now'] : ['docs', 'See all paths']
}
