import { levelColours } from '@space-data/charts/text'
import { type Html, html } from '#features/shared/page/html'
import type { ScaleStep } from '#features/space-weather/scales/noaa-scales'

const rules = (ground: 0 | 1) =>
  levelColours
    .map(({ fill, edge, ink }, i) => `.level-${i}{--level:${fill};--edge:${edge[ground]};--level-ink:${ink}}`)
    .join('')

/** Rules of elements in the colours of the levels of the NOAA scales. */
export const LEVEL_STYLE = `
${rules(0)}
@media screen and (prefers-color-scheme:dark){${rules(1)}}
.badge{flex:none;width:4.2rem;height:4.2rem;display:grid;place-items:center;border-radius:.7rem;font-size:1.7rem;font-weight:680;background:var(--level);border:1px solid var(--edge);color:var(--level-ink)}
.badge.unknown{background:none;border:2px dashed var(--field);color:var(--muted)}
.pill{display:inline-block;font-size:.8rem;font-weight:640;line-height:1.3;border-radius:.4rem;padding:.05rem .45rem;white-space:nowrap;background:var(--level);border:1px solid var(--edge);color:var(--level-ink);vertical-align:.12em}
`

/** Renders a level with its name, such as `G3 strong`, in its colour. */
export function levelPill({ scale, name }: ScaleStep): Html {
  return html`<span class="pill ${levelClass(scale)}">${scale} ${name}</span>`
}

/** Returns the class that colours a level of a scale, such as `level-3` for `G3`. */
export function levelClass(scale: string): string {
  return `level-${scale.slice(1)}`
}
