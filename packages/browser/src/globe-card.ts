import { element } from '#globe-controls'
import type { PackedObjects } from '#packed-objects'
import { factsOf } from '#picked-object'

/** Shows the facts of an object with a link to its elements, or hides the card. */
export function showCard(objects: PackedObjects, index: number | undefined, onClose: () => void): void {
  const card = element('globe-picked')
  card.hidden = index === undefined
  if (index === undefined) {
    card.replaceChildren()
    return
  }
  const [title, list, links, close] = ['h2', 'dl', 'p', 'button'].map((name) =>
    document.createElement(name),
  ) as [...[HTMLElement, HTMLElement, HTMLElement], HTMLButtonElement]
  title.textContent = objects.names[index] ?? ''
  for (const [name, value] of factsOf(objects, index)) {
    const [row, term, fact] = ['div', 'dt', 'dd'].map((each) => document.createElement(each)) as [
      ...[HTMLElement, HTMLElement, HTMLElement],
    ]
    term.textContent = name
    fact.textContent = value
    row.append(term, fact)
    list.append(row)
  }
  const [docs, path] = [document.createElement('a'), document.createElement('code')]
  docs.href = card.dataset['docs'] ?? ''
  path.textContent = `/v1/objects/${objects.noradIds[index]}`
  docs.append(path)
  links.append('Its elements: ', docs)
  close.type = 'button'
  close.className = 'quiet'
  close.textContent = 'Close'
  close.onclick = onClose
  card.replaceChildren(close, title, list, links)
}

/** Shows the name of the object under the pointer beside the pointer, or hides the name. */
export function showHover(
  objects: PackedObjects,
  index: number | undefined,
  left: number,
  top: number,
): void {
  const label = element('globe-hover')
  label.hidden = index === undefined
  if (index === undefined) return
  label.textContent = `${objects.names[index]}, ${objects.noradIds[index]}`
  const stage = element('globe')
  const isRight = left > stage.clientWidth - 220
  label.style.left = `${stage.offsetLeft + left + (isRight ? -label.offsetWidth - 10 : 12)}px`
  label.style.top = `${stage.offsetTop + top - 12}px`
}
