import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A fenced code block of a page.
 *
 * @typedef {object} CodeBlock
 * @property {string} page Path of the page, from the root.
 * @property {number} line Line of the page on which the code begins.
 * @property {string} language
 * @property {string} mode The word after the language: `run`, or `parse` for a syntax check only; else empty.
 * @property {string} code
 */

/** Returns every Markdown page that people read, as paths from the root. */
export function pages() {
  const under = (/** @type {string} */ folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('api/'))
      .map((name) => `${folder}/${name}`)
  const atRoot = ['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']
  const others = ['bench/NOTES.md', 'bench/README.md', 'test/README.md']
  const inPackages = ['packages/cli/README.md', 'packages/core/README.md']
  return [...atRoot, ...others, ...inPackages, ...under('.github'), ...under('docs')].sort()
}

/**
 * Returns the text of a page.
 *
 * @param {string} page
 */
export function textOf(page) {
  return readFileSync(`${ROOT}${page}`, 'utf8')
}

/**
 * Returns the fenced code blocks of a page, in order.
 *
 * @param {string} page
 * @returns {CodeBlock[]}
 */
export function blocksOf(page) {
  const text = textOf(page)
  return [...text.matchAll(/^ *```([^\n]*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [language = '', mode = ''] = (match[1] ?? '').split(' ')
    const line = text.slice(0, match.index).split('\n').length + 1
    return { page, line, language, mode, code: match[2] ?? '' }
  })
}

/**
 * Returns the anchors that a page's headings have on the usual hosts.
 *
 * @param {string} page
 */
export function anchorsOf(page) {
  const headings = textOf(page).matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
