/** The reference: requests with the values of its fields, and a search. The key is that of the home page. */
const main = document.querySelector<HTMLElement>('main')
const root = new URL(main?.dataset['root'] ?? './', location.href)
const key = readKey()
/** The longest response that is shown whole. */
const MAX_CHARACTERS = 20_000

/** The home page keeps the key for the tab; a browser may deny access to it. */
function readKey(): string {
  try {
    return sessionStorage.getItem(`space-data key ${root.pathname}`) ?? ''
  } catch {
    return ''
  }
}

for (const each of document.querySelectorAll('.origin')) each.textContent = root.href.replace(/\/$/, '')
for (const each of document.querySelectorAll('.own-key')) each.textContent = key || 'YOUR_KEY'
for (const each of document.querySelectorAll<HTMLElement>('[data-live]')) each.hidden = false

/** Returns the path that the fields of an operation make. */
function pathOf(button: HTMLButtonElement): string {
  const section = button.closest('section')
  const fields = [...(section?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-name]') ?? [])]
  let path = button.dataset['template'] ?? ''
  const query = new URLSearchParams()
  for (const { dataset, value } of fields) {
    const name = dataset['name'] ?? ''
    const text = value.trim()
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text))
    else if (text !== '') query.set(name, text)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function format(text: string, type: string): string {
  const shown = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  const rest = shown.length - MAX_CHARACTERS
  return rest > 0 ? `${shown.slice(0, MAX_CHARACTERS)}\n… ${rest} more characters` : shown
}

async function send(button: HTMLButtonElement): Promise<void> {
  const verdict = button.parentElement?.querySelector('.verdict')
  const answer = button.parentElement?.querySelector<HTMLElement>('.answer')
  if (!verdict || !answer) return
  const needsKey = button.dataset['key'] === 'yes'
  if (needsKey && key === '') {
    verdict.textContent = 'This needs a key: get one on the home page.'
    return
  }
  button.disabled = true
  verdict.textContent = 'requesting…'
  const began = performance.now()
  try {
    const headers = { accept: 'application/json, */*;q=0.5', ...(needsKey && { 'x-api-key': key }) }
    const response = await fetch(new URL(pathOf(button), root), { headers })
    const type = response.headers.get('content-type') ?? ''
    const bytes = await response.arrayBuffer()
    verdict.textContent = `${response.status} in ${Math.round(performance.now() - began)} ms, ${bytes.byteLength} bytes`
    const isText = /^(application\/(.*json|xml|atom)|text\/)/.test(type)
    answer.hidden = !isText
    answer.textContent = isText ? format(new TextDecoder().decode(bytes), type) : ''
  } catch {
    verdict.textContent = 'The server is unreachable.'
    answer.hidden = true
  }
  button.disabled = false
  if (document.activeElement === document.body) button.focus()
}
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-template]'))
  button.addEventListener('click', () => void send(button))

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
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  search?.focus()
})
