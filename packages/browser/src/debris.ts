import { startHeatMaps } from '#heat-map'
import { showOwnShells } from '#own-shells'

/**
 * How long the slider must rest before the shell is loaded into the page; it shows the altitude while it
 * moves.
 */
const REST_MS = 200

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)
const slider = find<HTMLInputElement>('#alt')
let timer = 0

/** Shows the shell of another page in this page, and keeps the slider and its focus. */
async function load(url: URL): Promise<void> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(String(response.status))
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const id of ['shell-map', 'by-altitude']) {
    const [current, fresh] = [document.getElementById(id), next.getElementById(id)]
    if (!current || !fresh) throw new Error('not the debris page')
    current.replaceChildren(...fresh.childNodes)
  }
  startHeatMaps()
  history.replaceState(null, '', url)
}

function loadChosen(form: HTMLFormElement, altitude: string): void {
  const url = new URL(form.action)
  url.searchParams.set('alt', altitude)
  // On any failure, loads the page itself instead.
  load(url).catch(() => form.submit())
}

if (slider?.form) {
  const { form } = slider
  form.querySelector('button')?.remove()
  slider.addEventListener('input', () => {
    const output = find('#altitude')
    if (output) output.textContent = `${slider.value} km`
    clearTimeout(timer)
    timer = window.setTimeout(() => loadChosen(form, slider.value), REST_MS)
  })
}

startHeatMaps()
const ownShells = find<HTMLElement>('#own-shells')
// Without custom shells, the section stays hidden.
if (ownShells) showOwnShells(ownShells).catch(() => undefined)
