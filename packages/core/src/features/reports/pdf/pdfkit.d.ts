/**
 * Types for the parts of pdfkit 0.20 that the report uses. The package includes no types. Lengths in points,
 * y downwards.
 */
declare module 'pdfkit' {
  /** An element of the structure tree. */
  export interface Structure {
    add(child: Structure | (() => void)): Structure
    end(): void
  }

  export interface StructureOptions {
    readonly alt?: string
    /** Left, top, right, bottom. */
    readonly bbox?: readonly [number, number, number, number]
    readonly placement?: 'Block'
    readonly scope?: 'Column' | 'Row'
  }

  export interface TextOptions {
    readonly width?: number
    readonly align?: 'left' | 'right'
    readonly lineGap?: number
    readonly lineBreak?: boolean
  }

  type Colour = readonly [number, number, number]

  export default class PDFDocument {
    constructor(options: {
      readonly size: 'A4'
      readonly margin: number
      readonly pdfVersion: '1.7'
      readonly subset: 'PDF/UA'
      readonly tagged: true
      readonly lang: string
      readonly displayTitle: true
      readonly bufferPages: true
      readonly autoFirstPage: false
      /** No initial font: the default, Helvetica, is not embedded. */
      readonly font: null
      readonly info: Readonly<Record<'Title' | 'Author' | 'Subject' | 'Creator' | 'Producer', string>> & {
        readonly CreationDate: Date
      }
    })
    readonly outline: { addItem(title: string): unknown }
    addPage(): this
    switchToPage(index: number): unknown
    bufferedPageRange(): { start: number; count: number }
    registerFont(name: string, source: Uint8Array): this
    font(name: string, size: number): this
    widthOfString(text: string): number
    heightOfString(text: string, options: TextOptions): number
    text(text: string, x: number, y: number, options?: TextOptions): this
    fillColor(colour: Colour): this
    strokeColor(colour: Colour): this
    lineWidth(width: number): this
    lineJoin(join: 'round'): this
    dash(length: number, options: { readonly space: number }): this
    rect(x: number, y: number, width: number, height: number): this
    path(path: string): this
    fill(): this
    stroke(): this
    save(): this
    restore(): this
    translate(x: number, y: number): this
    rotate(angle: number, options: { readonly origin: readonly [number, number] }): this
    struct(type: string, options?: StructureOptions | (() => void), child?: () => void): Structure
    addStructure(structure: Structure): this
    markContent(tag: 'Artifact', options?: { readonly type: 'Pagination' | 'Layout' }): this
    endMarkedContent(): this
    on(event: 'data', listener: (chunk: Uint8Array) => void): this
    on(event: 'end', listener: () => void): this
    on(event: 'error', listener: (error: unknown) => void): this
    end(): void
  }
}
