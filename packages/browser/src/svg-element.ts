/** Creates an SVG element with attributes and content. */
export function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly (SVGElement | string)[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...content)
  return element
}
