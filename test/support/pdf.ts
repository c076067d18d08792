import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

// pdfjs asks for it; Node has it since 22.
Object.assign(Promise, { withResolvers: Reflect.get(Promise, 'withResolvers') ?? withResolvers })

function withResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void
  let reject!: (reason?: unknown) => void
  const promise = new Promise<T>((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}

const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** A node of the structure tree as pdfjs gives it. */
interface StructureNode {
  readonly role?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: readonly StructureNode[]
}

/** Reads a PDF and all its pages. */
export async function openPdf(data: Uint8Array) {
  const pdf = await getDocument({ data: data.slice(), useSystemFonts: false, verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, i) => pdf.getPage(i + 1)))
  const trees: (StructureNode | null)[] = await Promise.all(pages.map((page) => page.getStructTree()))
  const text = (await Promise.all(pages.map((page, i) => contentOf(page, trees[i] ?? null)))).join(' ')
  return { pdf, text, nodes: trees.flatMap(nodesOf) }
}

function nodesOf(node: StructureNode | null): StructureNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(nodesOf)] : []
}

/** The text of a page that is content: no charts, headers or footers, and no numbers of pages. */
async function contentOf(page: PDFPageProxy, tree: StructureNode | null): Promise<string> {
  const left = nodesOf(tree).filter(({ role }) => role === 'Figure' || role === 'TOCI')
  const skipped = new Set(left.flatMap(nodesOf).map(({ id }) => id))
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  let isContent = false
  let text = ''
  for (const item of items) {
    if ('str' in item) text += isContent ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''
    else if (item.type === 'endMarkedContent') {
      isContent = false
      text += ' '
    } else isContent = item.type === 'beginMarkedContentProps' && !!item.id && !skipped.has(item.id)
  }
  return text
}
