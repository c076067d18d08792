import regular from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff'
import bold from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff'
import { INK, PALE_INK, type Rgb, RULE } from '@space-data/charts'
import PDFDocument, { type Structure, type StructureOptions, type TextOptions } from 'pdfkit'
import { printable } from '#features/reports/pdf/characters'

/** A4 and its margins, in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 539, top: 66, bottom: 784 } as const
export const TEXT_WIDTH = PAGE.right - PAGE.left
export const NAVY: Rgb = [0, 62, 108]

export interface Style {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: Rgb
}

const BODY: Style = { size: 9.5 }
const NOTE: Style = { size: 8, colour: PALE_INK }
const HEADINGS = {
  H1: { size: 26, bold: true, colour: NAVY },
  H2: { size: 16, bold: true, colour: NAVY },
  H3: { size: 11, bold: true, colour: INK },
} as const
const LINE_GAP = 2

/** The pages of a report, written from top to bottom; `y` is the position of the next item. */
export class Paper {
  readonly doc: PDFDocument
  y: number = PAGE.top
  readonly #root: Structure

  constructor(info: { readonly title: string; readonly subject: string; readonly createdAt: Date }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      font: null,
      info: {
        Title: info.title,
        Author: 'Space-Data',
        Subject: info.subject,
        Creator: 'Space-Data',
        Producer: 'pdfkit',
        CreationDate: info.createdAt,
      },
    })
    this.doc.registerFont('regular', regular).registerFont('bold', bold)
    this.newPage()
    this.#root = this.doc.struct('Document')
    this.doc.addStructure(this.#root)
  }

  newPage(): void {
    this.doc.addPage()
    this.y = PAGE.top
  }

  /** Starts a new page unless the given number of points is left on this one. */
  need(height: number): void {
    if (this.y + height > PAGE.bottom) this.newPage()
  }

  space(height: number): void {
    this.y += height
  }

  heading(level: keyof typeof HEADINGS, title: string, keep = 60): void {
    if (level === 'H3') this.space(6)
    this.need(keep)
    const style = HEADINGS[level]
    this.element(level, () => this.write(title, PAGE.left, this.y, style, { width: TEXT_WIDTH }))
    this.y += this.heightOf(title, style, TEXT_WIDTH) + 4
  }

  /** Adds an entry to the outline, which readers show beside the pages. */
  bookmark(title: string): void {
    this.doc.outline.addItem(printable(title))
  }

  paragraph(text: string, style = BODY): void {
    const height = this.heightOf(text, style, TEXT_WIDTH)
    this.need(height)
    this.element('P', () => this.write(text, PAGE.left, this.y, style, { width: TEXT_WIDTH }))
    this.y += height + 5
  }

  /** Writes a caption, small and pale. */
  note(text: string): void {
    this.paragraph(text, NOTE)
    this.space(4)
  }

  /** Adds the content that `draw` draws to the structure tree. */
  element(type: string, draw: () => void, options: StructureOptions = {}, parent = this.#root): void {
    const element = this.doc.struct(type, options, draw)
    parent.add(element)
  }

  /** Adds a group of elements; `fill` adds its elements. */
  group(type: string, fill: (group: Structure) => void, parent = this.#root): void {
    const group = this.doc.struct(type)
    parent.add(group)
    fill(group)
    group.end()
  }

  /** Adds an element that is filled after all other content. */
  later(type: string): Structure {
    const group = this.doc.struct(type)
    this.#root.add(group)
    return group
  }

  /** Draws decoration that is not content: rules, bands, headers and footers. */
  artifact(draw: () => void, type: 'Pagination' | 'Layout' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  /** Draws a thin line across the text. */
  rule(y: number, colour = RULE, thickness = 0.5): void {
    this.artifact(() => this.box(PAGE.left, y - thickness / 2, TEXT_WIDTH, thickness, colour))
  }

  box(x: number, y: number, width: number, height: number, colour: Rgb): void {
    this.doc.fillColor(colour).rect(x, y, width, height).fill()
  }

  write(text: string, x: number, y: number, style: Style, options: TextOptions = {}): void {
    this.#use(style)
    this.doc.fillColor(style.colour ?? INK).text(printable(text), x, y, { lineGap: LINE_GAP, ...options })
  }

  heightOf(text: string, style: Style, width: number): number {
    this.#use(style)
    return this.doc.heightOfString(printable(text), { width, lineGap: LINE_GAP })
  }

  widthOf(text: string, style: Style): number {
    this.#use(style)
    return this.doc.widthOfString(printable(text))
  }

  /** Ends the document. */
  async bytes(): Promise<Uint8Array> {
    this.#root.end()
    const chunks: Uint8Array<ArrayBuffer>[] = []
    await new Promise<void>((resolve, reject) => {
      this.doc.on('data', (chunk) => chunks.push(new Uint8Array(chunk)))
      this.doc.on('end', resolve).on('error', reject)
      this.doc.end()
    })
    return new Uint8Array(await new Blob(chunks).arrayBuffer())
  }

  #use({ size, bold }: Style): void {
    this.doc.font(bold ? 'bold' : 'regular', size)
  }
}
