import { distanceOf } from '@space-data/charts/text'

/** How often the page is fetched while it is visible, in milliseconds. */
const REFRESH_MS = 30_000
const TICK_MS = 1_000
/** How long the server has to respond, in milliseconds. */
const TIMEOUT_MS = 10_000

const byId = (id: string) => document.getElementById(id)

/** The server's clock minus the visitor's, in milliseconds; known after the first response. */
let offset: number | undefined
let fetchedAt = Date.now()
let isUnreachable = false
let isFetching = false

/** Ids of the parts that the last response unfolds, because they have a problem. */
let unfoldedBefore = unfoldedIn(document)

function unfoldedIn(page: Document): ReadonlySet<string> {
  return new Set([...page.querySelectorAll('details[open]')].map(({ id }) => id))
}

/** Shows the current state of the server; the focus and unfolded parts are preserved. */
function show(text: string): void {
  const next = new DOMParser().parseFromString(text, 'text/html')
  const [current, fresh] = [byId('main'), next.getElementById('main')]
  if (!current || !fresh || !next.getElementById('as-of')) throw new Error('not the status page')
  const unfolded = unfoldedIn(next)
  // The reader's choice takes precedence, except where a problem has appeared.
  for (const { id, open } of document.querySelectorAll('details'))
    if (open || unfoldedBefore.has(id)) next.getElementById(id)?.toggleAttribute('open', open)
  unfoldedBefore = unfolded
  const focused = focusPath()
  document.title = next.title
  current.replaceChildren(...fresh.childNodes)
  const again = focused && document.querySelector<HTMLElement>(focused)
  if (again) again.focus({ preventScroll: true })
}

/** Returns a selector of the focused element of the page. */
function focusPath(): string | undefined {
  const { activeElement } = document
  const folded = activeElement?.closest('details')?.id
  if (folded && activeElement?.matches('summary')) return `#${folded} > summary`
  const href = activeElement?.closest('main') && activeElement.getAttribute('href')
  return href ? `main a[href="${CSS.escape(href)}"]` : undefined
}

async function refresh(): Promise<void> {
  if (document.hidden || isFetching) return
  isFetching = true
  try {
    const headers = { accept: 'text/html' }
    const response = await fetch(location.href, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(String(response.status))
    show(await response.text())
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) offset = date - Date.now()
    fetchedAt = Date.now()
    isUnreachable = false
  } catch {
    isUnreachable = true
  }
  isFetching = false
  tick()
}

/** Updates every relative time, and marks the page as old while the server is unreachable. */
function tick(): void {
  const now = Date.now() + (offset ?? 0)
  if (offset !== undefined)
    for (const time of document.querySelectorAll<HTMLTimeElement>('main time'))
      setText(time, (time.textContent ?? '').replace(RELATIVE, distanceOf(Date.parse(time.dateTime), now)))
  const mark = byId('stale')
  const since = distanceOf(fetchedAt, Date.now())
  if (mark) setText(mark, isUnreachable ? `Last updated ${since}; the server is unreachable.` : '')
}

/** `12 min ago` or `in 4 h` at the start of a text. */
const RELATIVE = /^(?:just now|\d+ (?:s|min|h|d) ago|in \d+ (?:s|min|h|d))/

function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

setInterval(refresh, REFRESH_MS)
setInterval(tick, TICK_MS)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && Date.now() - fetchedAt >= REFRESH_MS) void refresh()
})
