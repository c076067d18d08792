/** Kinds of words in JSON. The style sheet defines their colours: `::highlight(name)`. */
const KINDS = ['name', 'text', 'number']
const WORDS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

const coloured = new WeakMap<Element, (readonly [kind: string, range: StaticRange])[]>()

/** Colours the JSON in an element without changing its content; leaves other text unchanged. */
export function colourJson(element: Element): void {
  if (!CSS.highlights) return
  for (const kind of KINDS) if (!CSS.highlights.has(kind)) CSS.highlights.set(kind, new Highlight())
  for (const [kind, range] of coloured.get(element) ?? []) CSS.highlights.get(kind)?.delete(range)
  coloured.delete(element)
  const node = element.firstChild
  const json = node?.textContent ?? ''
  if (!node || !/^[[{]/.test(json)) return
  const ranges = [...json.matchAll(WORDS)].map(({ 0: word, 1: text, 2: colon, index }) => {
    const kind = text === undefined ? 'number' : colon === undefined ? 'text' : 'name'
    const [startOffset, endOffset] = [index, index + (text ?? word).length]
    const place = { startContainer: node, startOffset, endContainer: node, endOffset }
    return [kind, new StaticRange(place)] as const
  })
  for (const [kind, range] of ranges) CSS.highlights.get(kind)?.add(range)
  coloured.set(element, ranges)
}
