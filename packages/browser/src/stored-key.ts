/** The visitor's key, stored for the tab, and the parts of a page that show it. */

/** Start of every URL on the page, with a trailing slash. */
export const root = new URL(
  document.querySelector<HTMLElement>('main')?.dataset['root'] ?? './',
  location.href,
)
const STORED = `space-data key ${root.pathname}`

/** Returns the key, or an empty text. A browser may deny access to its storage. */
export function loadKey(): string {
  try {
    return sessionStorage.getItem(STORED) ?? ''
  } catch {
    return ''
  }
}

/** Stores the key until the tab is closed; an empty text removes it. Does nothing without storage. */
export function saveKey(key: string): void {
  try {
    if (key) sessionStorage.setItem(STORED, key)
    else sessionStorage.removeItem(STORED)
  } catch {}
}

/** Fills the origin and the key into the examples, and shows the elements for browsers with script. */
export function fillExamples(key: string): void {
  for (const each of document.querySelectorAll('.origin')) each.textContent = root.href.replace(/\/$/, '')
  for (const each of document.querySelectorAll('.own-key')) each.textContent = key || 'YOUR_KEY'
  for (const each of document.querySelectorAll<HTMLElement>('[data-live]')) each.hidden = false
}
