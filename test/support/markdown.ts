import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A fenced code block of a page. */
export interface CodeBlock {
  /** Path of the page, from the root. */
  readonly page: string
  /** Line of the page on which the code begins. */
  readonly line: number
  readonly language: string
  /**
   * What the fence says behind the language: `run`, or `parse` for a syntax check only; empty for neither.
   */
  readonly mode: string
  readonly code: string
}

/** Returns every Markdown page that people read, as paths from the root. */
export function pages(): string[] {
  const under = (folder: string) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('api/'))
      .map((name) => `${folder}/${name}`)
  const atRoot = ['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']
  const others = ['bench/NOTES.md', 'bench/README.md', 'test/README.md']
  const inPackages = ['packages/cli/README.md', 'packages/core/README.md']
  return [...atRoot, ...others, ...inPackages, ...under('.github'), ...under('docs')].sort()
}

/** Returns the text of a page. */
export function textOf(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8')
}

/** Returns the fenced code blocks of a page, in order. */
export function blocksOf(page: string): CodeBlock[] {
  const text = textOf(page)
  return [...text.matchAll(/^ *```([^\n]*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [language = '', mode = ''] = (match[1] ?? '').split(' ')
    const line = text.slice(0, match.index).split('\n').length + 1
    return { page, line, language, mode, code: match[2] ?? '' }
  })
}

/** Returns the anchors that a page's headings have on the usual hosts. */
export function anchorsOf(page: string): Set<string> {
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
