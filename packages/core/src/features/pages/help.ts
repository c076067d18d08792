import { type Content, type Html, html } from '#features/shared/page/html'

/** Rules of explanations. The element around one is its position: the button stands at its upper right. */
export const HELP_STYLE = `
.has-help{position:relative}.has-help>h3{padding-right:2rem}
.help>summary{position:absolute;top:.75rem;right:.8rem;width:1.6rem;height:1.6rem;display:grid;place-items:center;border:1px solid var(--field);border-radius:50%;font-size:.86rem;color:var(--muted)}
.help>summary::before{content:none}.help[open]>summary,.help>summary:hover{background:var(--wash);color:var(--ink)}
.help>div{max-width:56rem;padding:.3rem 2.4rem .5rem 0;font-size:.86rem;line-height:1.45;color:var(--muted)}.help p+p{margin-top:.3rem}
`

/** Renders an explanation that a button with a question mark unfolds. `about` is the name of its subject. */
export function help(about: string, content: Content): Html {
  return html`<details class="help"><summary aria-label="About ${about}">?</summary><div>${content}</div></details>`
}
