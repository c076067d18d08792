import { pythonOf } from '@space-data/charts/text'
import { outputsOf, sendExample } from '#example-request'
import { colourJson } from '#json-colours'
import { seriesOf } from '#series'
import { drawSeries } from '#series-plot'
import { root } from '#stored-key'

type Field = HTMLInputElement | HTMLSelectElement

/** Makes the code of an operation follow its form, and its button send the request of the form. */
export function connectForm(section: HTMLElement, key: string): void {
  const button = section.querySelector<HTMLButtonElement>('button.send')
  button?.addEventListener('click', () => void send(section, button, key))
  section.addEventListener('input', () => {
    const path = `/${pathOf(section)}`
    for (const each of section.querySelectorAll('.request-path')) each.textContent = path
    showValues(section)
    showBody(section)
  })
}

/** Returns the value of a field; the picker of a time has no zone, which is UTC. */
function textOf({ type, value }: Field): string {
  const text = value.trim()
  return type === 'datetime-local' && text !== '' ? `${text}Z` : text
}

/** Returns the path built from the fields of an operation, without a leading slash. */
function pathOf(section: HTMLElement): string {
  let path = section.dataset['path'] ?? ''
  const query = new URLSearchParams()
  for (const field of section.querySelectorAll<Field>('[data-name]')) {
    const { dataset } = field
    const name = dataset['name'] ?? ''
    const text = textOf(field)
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text))
    else if (text !== '') query.set(name, text)
  }
  // A quote would end the string with the path in the examples.
  return (query.size > 0 ? `${path}?${query}` : path).replaceAll("'", '%27')
}

/** Writes the values of fields into the code that shows them separately; a quote would end its string. */
function showValues(section: HTMLElement): void {
  for (const each of section.querySelectorAll<HTMLElement>('.request-value')) {
    const field = section.querySelector<Field>(`[data-name="${each.dataset['of']}"]`)
    each.textContent = (field ? textOf(field) : '').replaceAll(/["\\]/g, '')
  }
}

/** Writes the body into the code in the syntax of each language. Marks and omits invalid JSON. */
function showBody(section: HTMLElement): void {
  const field = section.querySelector('textarea')
  if (!field) return
  let body: unknown
  try {
    body = JSON.parse(field.value)
  } catch {
    field.setAttribute('aria-invalid', 'true')
    return
  }
  field.setAttribute('aria-invalid', 'false')
  const json = JSON.stringify(body)
  const written: Readonly<Record<string, string>> = {
    json,
    python: pythonOf(json),
    // In the shell, a quote ends the string, so it is inserted between two strings.
    shell: json.replaceAll("'", `'\\''`),
  }
  for (const each of section.querySelectorAll<HTMLElement>('.request-body'))
    each.textContent = written[each.dataset['language'] ?? ''] ?? ''
}

async function send(section: HTMLElement, button: HTMLButtonElement, key: string): Promise<void> {
  const { access } = section.dataset
  if (access === 'key' && key === '') {
    const link = document.createElement('a')
    link.href = `${root}#key`
    link.textContent = 'get one on the home page'
    outputsOf(button).verdict.replaceChildren('This request needs a key: ', link, '.')
    return
  }
  const body = section.querySelector('textarea')?.value
  const { method = 'GET' } = section.dataset
  const request = { method, path: pathOf(section), key: access === 'open' ? '' : key }
  const answer = await sendExample(button, body === undefined ? request : { ...request, body })
  colourJson(outputsOf(button).answer)
  const [title, ...types] = section.querySelector('.returns')?.children ?? []
  if (title && answer) {
    title.textContent = 'Response'
    for (const each of types) each.remove()
  }
  const figure = section.querySelector<HTMLElement>('.plots')
  if (figure) drawSeries(figure, answer?.status === 200 ? seriesOf(answer.text) : [])
}
