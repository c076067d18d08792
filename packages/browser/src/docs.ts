/** The reference: requests with the values of its fields, and a search. The key is that of the home page. */
import { addCopyButtons } from '#copy'
import { outputsOf, sendExample } from '#example-request'
import { fillExamples, loadKey } from '#stored-key'

const key = loadKey()
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Returns the path that the fields of an operation make, without a leading slash. */
function pathOf(section: HTMLElement): string {
  let path = section.dataset['path'] ?? ''
  const query = new URLSearchParams()
  for (const { dataset, value } of section.querySelectorAll<Field>('[data-name]')) {
    const name = dataset['name'] ?? ''
    const text = value.trim()
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text))
    else if (text !== '') query.set(name, text)
  }
  // A quote would end the text that the examples have the path in.
  return (query.size > 0 ? `${path}?${query}` : path).replaceAll("'", '%27')
}

function send(section: HTMLElement, button: HTMLButtonElement): void {
  const needsKey = section.dataset['access'] === 'key'
  if (needsKey && key === '') {
    outputsOf(button).verdict.textContent = 'This needs a key: get one on the home page.'
    return
  }
  const body = section.querySelector('textarea')?.value
  const { method = 'GET' } = section.dataset
  const request = { method, path: pathOf(section), key: needsKey ? key : '' }
  void sendExample(button, body === undefined ? request : { ...request, body })
}

for (const section of document.querySelectorAll<HTMLElement>('.operation')) {
  const button = section.querySelector<HTMLButtonElement>('button.send')
  button?.addEventListener('click', () => send(section, button))
  section.addEventListener('input', () => {
    for (const each of section.querySelectorAll('.request-path')) each.textContent = `/${pathOf(section)}`
  })
}

const search = document.querySelector<HTMLInputElement>('#search')
search?.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/)
  for (const section of document.querySelectorAll<HTMLElement>('.operation')) {
    const isFound = words.every((word) => section.dataset['words']?.includes(word))
    section.hidden = !isFound
    const link = document.querySelector<HTMLElement>(`.contents a[href="#${section.id}"]`)
    if (link) link.hidden = !isFound
  }
  for (const tag of document.querySelectorAll<HTMLElement>('.tag'))
    tag.hidden = tag.querySelector('.operation:not([hidden])') === null
})
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search?.focus()
})

fillExamples(key)
addCopyButtons()
