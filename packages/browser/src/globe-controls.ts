import { durationText } from '@space-data/charts/text'
import type { DotFilter } from '#globe-dots'
import type { PackedObjects } from '#packed-objects'

/** Actions that the controls of the page request from the globe. */
export interface GlobeControls {
  onPause(): void
  onSpeed(speed: number): void
  onNow(): void
  onFind(text: string): void
  onFilter(): void
}

/** Returns the element with this id, which the page must have. */
export function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}

/** Connects the controls of the page to the globe and the filter. */
export function connectControls(filter: DotFilter, objects: PackedObjects, controls: GlobeControls): void {
  element('globe-pause').onclick = () => controls.onPause()
  element('globe-now').onclick = () => controls.onNow()
  for (const button of document.querySelectorAll<HTMLElement>('[data-speed]')) {
    button.onclick = () => controls.onSpeed(Number(button.dataset['speed']))
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-type]')) {
    const colour = Number.parseInt((box.dataset['colour'] ?? '').slice(1), 16)
    const swapped = ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16) | 0xff000000
    const keep = () => {
      filter.colours[Number(box.dataset['type'])] = box.checked ? swapped : 0
      controls.onFilter()
    }
    box.onchange = keep
    keep()
  }
  const [low, high] = [element<HTMLInputElement>('globe-low'), element<HTMLInputElement>('globe-high')]
  const keepBand = () => {
    const [from, to] = [Math.min(+low.value, +high.value), Math.max(+low.value, +high.value)]
    filter.lowKm = from === 0 ? -1_000 : from
    filter.highKm = to === 2_000 ? Number.POSITIVE_INFINITY : to
    const upper = to === 2_000 ? 'no limit' : `${to} km`
    element('globe-band').textContent = from === 0 && to === 2_000 ? 'all' : `${from} km to ${upper}`
    controls.onFilter()
  }
  low.oninput = keepBand
  high.oninput = keepBand
  // A link may name a shell: /globe?from=480&to=490.
  const asked = new URLSearchParams(location.search)
  for (const [slider, name] of [
    [low, 'from'],
    [high, 'to'],
  ] as const)
    if (/^\d+$/.test(asked.get(name) ?? '')) slider.value = asked.get(name) ?? ''
  keepBand()
  const owner = element<HTMLSelectElement>('globe-owner')
  owner.append(...ownerOptions(objects))
  owner.onchange = () => {
    filter.owner = owner.value === '' ? undefined : Number(owner.value)
    controls.onFilter()
  }
  const form = element<HTMLFormElement>('globe-find')
  form.onsubmit = (event) => {
    event.preventDefault()
    controls.onFind(form.querySelector('input')?.value ?? '')
  }
}

/** Returns a choice for each owner, the one with the most objects first. */
function ownerOptions({ owners, ownerOf }: PackedObjects): HTMLOptionElement[] {
  const counts = owners.map(() => 0)
  for (const owner of ownerOf) if (owner in counts) counts[owner] = (counts[owner] as number) + 1
  return owners
    .map(({ name }, index) => ({ name, index, count: counts[index] ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .map(({ name, index, count }) => new Option(`${name} (${count.toLocaleString('en')})`, String(index)))
}

/** Maximum number of listed matches; of further ones, only the number is shown. */
const MAX_LISTED = 12

/** Lists objects by name and number, each a button that selects it; clears the list if there are none. */
export function listMatches(
  { names, noradIds }: PackedObjects,
  found: readonly number[],
  select: (index: number) => void,
): void {
  const items = found.slice(0, MAX_LISTED).map((index) => {
    const [item, button] = [document.createElement('li'), document.createElement('button')]
    button.type = 'button'
    button.textContent = `${names[index]}, ${noradIds[index]}`
    button.onclick = () => select(index)
    item.append(button)
    return item
  })
  const more = document.createElement('li')
  more.textContent = `and ${(found.length - items.length).toLocaleString('en')} more: enter more of the name`
  element('globe-matches').replaceChildren(...items, ...(found.length > items.length ? [more] : []))
}

/** Describes a time that is not now, such as `60× · +9 min`; an empty text for now. */
export function offsetText(offsetMs: number, speed: number, isPaused: boolean): string {
  const isNow = speed === 1 && !isPaused && Math.abs(offsetMs) < 5_000
  if (isNow) return ''
  return `${isPaused ? 'paused' : `${speed}×`} · ${offsetMs < 0 ? '−' : '+'}${durationText(Math.abs(offsetMs))}`
}

/** Shows the selected speed, and whether time runs. */
export function showRunning(isPaused: boolean, speed: number): void {
  element('globe-pause').setAttribute('aria-pressed', String(isPaused))
  for (const button of document.querySelectorAll<HTMLElement>('[data-speed]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset['speed']) === speed))
  }
}
