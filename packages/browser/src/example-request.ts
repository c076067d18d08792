import { root } from '#stored-key'

/** Length of the longest response that is shown completely. */
const MAX_CHARACTERS = 20_000

/** A request that a button sends. */
export interface ExampleRequest {
  readonly method: string
  /** From the root of the host, without a leading slash. */
  readonly path: string
  /** Empty if none is needed. */
  readonly key: string
  /** JSON. */
  readonly body?: string
}

/** Response of the server. */
export interface Answer {
  readonly status: number
  /** The whole body; empty if it is not text. */
  readonly text: string
}

/**
 * Sends a request and shows its response beside the button. Writes text, never markup.
 * @returns the response, or `undefined` if the server is unreachable
 */
export async function sendExample(
  button: HTMLButtonElement,
  { method, path, key, body }: ExampleRequest,
): Promise<Answer | undefined> {
  const { verdict, answer } = outputsOf(button)
  button.disabled = true
  verdict.textContent = 'requesting…'
  const began = performance.now()
  let received: Answer | undefined
  try {
    const headers = {
      accept: 'application/json, */*;q=0.5',
      ...(key !== '' && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    const response = await fetch(new URL(path, root), init)
    const type = response.headers.get('content-type') ?? ''
    const bytes = await response.arrayBuffer()
    const ms = Math.round(performance.now() - began)
    verdict.textContent = `${response.status}${response.ok ? ' OK' : ''} in ${ms} ms, ${bytes.byteLength} bytes`
    const isText = /^(application\/(.*json|xml|.*\+xml)|text\/)/.test(type) && bytes.byteLength > 0
    answer.hidden = !isText
    const text = isText ? new TextDecoder().decode(bytes) : ''
    answer.textContent = format(text, type)
    received = { status: response.status, text }
  } catch {
    verdict.textContent = 'The server is unreachable.'
    answer.hidden = true
  }
  button.disabled = false
  // Disabling a focused button drops the keyboard focus.
  if (document.activeElement === document.body) button.focus()
  return received
}

/** Removes the response beside a button. */
export function clearExample(button: HTMLButtonElement): void {
  const { verdict, answer } = outputsOf(button)
  verdict.textContent = answer.textContent = ''
  answer.hidden = true
}

/** Returns the elements that show the response to a button's request. */
export function outputsOf(button: HTMLButtonElement): { verdict: HTMLElement; answer: HTMLElement } {
  const find = (name: string) => button.closest('div')?.querySelector<HTMLElement>(name)
  const [verdict, answer] = [find('.verdict'), find('.answer')]
  if (!verdict || !answer) throw new Error('a button without a place for its response')
  return { verdict, answer }
}

function format(text: string, type: string): string {
  const shown =
    text !== '' && /^application\/.*json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text
  const rest = shown.length - MAX_CHARACTERS
  return rest > 0 ? `${shown.slice(0, MAX_CHARACTERS)}\n… ${rest} more characters` : shown
}
