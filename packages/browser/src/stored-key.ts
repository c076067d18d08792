/** The visitor's key, stored for the tab, and the parts of a page that show it. */

/** Start of every URL on the page, with a trailing slash. */
export const root = new URL(
  document.querySelector<HTMLElement>('main')?.dataset['root'] ?? './',
  location.href,
)
const STORED = `space-data key ${root.pathname}`

/** Returns the key, or an empty text. */
export function loadKey(): string {
  return loadText(STORED)
}

/** Stores the key until the tab is closed; an empty text removes it. */
export function saveKey(key: string): void {
  saveText(STORED, key)
}

/** Returns a text that the tab stores, or an empty text. A browser may deny access to its storage. */
export function loadText(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text until the tab is closed; an empty text removes it. Does nothing without storage. */
export function saveText(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(name, text)
    else sessionStorage.removeItem(name)
  } catch {}
}

/** Fills the origin and the key into the examples, and shows the elements for browsers with script. */
export function fillExamples(key: string): void {
  for (const each of document.querySelectorAll('.origin')) each.textContent = root.href.replace(/\/$/, '')
  for (const each of document.querySelectorAll('.own-key')) each.textContent = key || 'YOUR_KEY'
  for (const each of document.querySelectorAll<HTMLElement>('[data-live]')) each.hidden = false
}
