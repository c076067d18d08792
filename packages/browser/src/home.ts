/**
 * The home page: issues a key, stores it for the tab, fills it into the examples, and sends the example
 * request. An issued key stays on the page until the visitor removes it, because it cannot be shown again.
 */
import { addCopyButtons, copy } from '#copy'
import { startCountdowns } from '#countdown'
import { clearExample, sendExample } from '#example-request'
import { fillExamples, loadKey, root, saveKey } from '#stored-key'

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const issue = byId<HTMLButtonElement>('issue')
const own = byId<HTMLInputElement>('own')
const copyKey = byId('copy')
const removal = byId('removal')
const outcome = byId('outcome')
const ownTrouble = byId('own-trouble')
const keyTrouble = byId('key-trouble')
const tryIt = byId<HTMLButtonElement>('try')
const tryHint = byId('try-hint')
const prefix = own.dataset['prefix'] ?? ''
let key = ''

function setKey(text: string): void {
  key = text
  saveKey(key)
  own.value = ownTrouble.textContent = keyTrouble.textContent = ''
  own.setAttribute('aria-invalid', 'false')
  outcome.replaceChildren()
  copyKey.textContent = 'Copy'
  byId('key').textContent = key ? 'Your key' : 'Get a key'
  byId('own-key').textContent = key
  for (const each of document.querySelectorAll<HTMLElement>('[data-when]'))
    each.hidden = (each.dataset['when'] === 'keyed') !== (key !== '')
  fillExamples(key)
  tryIt.disabled = key === '' && !('keyless' in tryIt.dataset)
  tryHint.hidden = key !== ''
  if (key === '') clearExample(tryIt)
}

/** Reads the field; a key that may still be incomplete is not reported. */
function readField(isComplete: boolean): void {
  const text = own.value.trim()
  if (text.startsWith(prefix) && /^[0-9A-Za-z]{36}$/.test(text.slice(prefix.length))) {
    setKey(text)
    copyKey.focus()
    return
  }
  const isWrong = text !== '' && (isComplete || !/^[\w-]*$/.test(text))
  ownTrouble.textContent = isWrong
    ? `This is not a key. Keys are ${prefix} followed by 36 letters and digits.`
    : ''
  own.setAttribute('aria-invalid', String(isWrong))
}

function showTrouble(message: string, ...more: Element[]): void {
  const first = document.createElement('p')
  first.className = 'trouble'
  first.textContent = message
  outcome.replaceChildren(first, ...more)
}

/** Returns a hint for the operator, which the server sends only to clients on its own machine. */
function terminalHint(message = ''): Element[] {
  const said = /operator of this server .*?: (.+)$/.exec(message)?.[1]
  if (said === undefined) return []
  const [hint, command] = [document.createElement('p'), document.createElement('code')]
  command.textContent = said
  hint.append('Is this your server? Issue a key in a terminal: ', command)
  return [hint]
}

function waitOf(response: Response): string {
  const seconds = Number(response.headers.get('retry-after')) || 60
  if (seconds < 100) return `${seconds} s`
  return seconds < 6_000 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`
}

async function issueKey(): Promise<void> {
  issue.disabled = true
  try {
    const response = await fetch(new URL('v1/keys', root), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'home page' }),
    })
    const body = (await response.json()) as { key: string; error: string; message?: string }
    if (response.ok) setKey(body.key)
    else if (body.error === 'key_issuance_limited')
      showTrouble(
        `Today’s free key for this network was already issued. Paste it below, or try again in ${waitOf(response)}.`,
        ...terminalHint(body.message),
      )
    else if (response.status === 429)
      showTrouble(`Too many requests from this network. Try again in ${waitOf(response)}.`)
    else showTrouble(`Could not issue a key: ${body.message ?? `HTTP ${response.status}`}`)
  } catch {
    showTrouble('The server is unreachable. Check your connection and try again.')
  }
  issue.disabled = false
  // Disabling or hiding a focused button drops the keyboard focus.
  if (document.activeElement === document.body) (key === '' ? issue : copyKey).focus()
}

async function sendTry(): Promise<void> {
  const { path = '' } = tryIt.dataset
  const answer = await sendExample(tryIt, { method: 'GET', path, key })
  if (answer?.status === 401)
    keyTrouble.textContent = 'The server rejected this key. Remove it to use another.'
}

own.addEventListener('input', () => readField(false))
own.addEventListener('change', () => readField(true))
copyKey.addEventListener('click', () => void copy(copyKey, byId('own-key')))
removal.addEventListener('click', () => {
  setKey('')
  issue.focus()
})
issue.addEventListener('click', () => void issueKey())
tryIt.addEventListener('click', () => void sendTry())

// Some browsers restore the disabled state of a button on reload.
issue.disabled = false
setKey(loadKey())
addCopyButtons()
startCountdowns()
