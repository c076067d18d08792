import { renderSvg } from '@space-data/charts'
import type { Block, Section, Table } from '#features/reports/document/document'
import { reportDocument } from '#features/reports/document/report-document'
import type { MonthlyReport } from '#features/reports/report'
import { type Html, html, trusted } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'

export { reportCsv } from '#features/reports/report-csv'

/** Renders a monthly report as a page that prints well. `root` is the prefix of every link. */
export function reportPage(report: MonthlyReport, root: string, sourceNote: string): HtmlPage {
  const { title, month, summary, sections } = reportDocument(report)
  const name = `${title}, ${month}`
  return renderPage({
    title: name,
    description: 'Launches, decays and other changes of the catalogue in one month.',
    root,
    current: 'debris',
    sourceNote,
    style: STYLE,
    main: html`<div class="report"><nav class="report-contents" aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<div class="report-body"><header class="page-head"><h1>${name}</h1>
${summary.map(renderBlock)}</header>
${sections.map(renderSection)}</div></div>`,
  })
}

const STYLE = `.report{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:1.2rem 2.5rem;margin-top:.6rem}
.report-contents{position:sticky;top:1rem;align-self:start;padding-top:1rem;font-size:.88rem}.report-contents a{display:block;padding:.22rem 0;color:var(--muted);text-decoration:none}.report-contents a:hover{color:var(--ink)}
.report-table{overflow-x:auto;margin-top:1.2rem}.report-table table{border-collapse:collapse;width:100%;font-size:.9rem}
.report-table caption{text-align:left;font-weight:620;padding-bottom:.3rem}
.report-table th,.report-table td{padding:.25rem .6rem;border-top:1px solid var(--rule);text-align:left;font-weight:400;min-width:5.5rem}
.report-table thead th{color:var(--muted);border-top:0}.report-table .number{text-align:right}.report-table .sum>*{font-weight:620}
.report-table tr>:first-child{padding-left:0}.report-table tr>:last-child{padding-right:0}.report-heading{margin-top:1.4rem}
.report-figure{margin:1.2rem 0 0}.report-figure svg{display:block;width:100%;height:auto;border:1px solid var(--rule);border-radius:.6rem}
.report-figure figcaption{color:var(--muted);font-size:.86rem}
.key-figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.9rem .7rem;margin-top:1.2rem}
.key-figures>div{border-left:2px solid var(--accent);padding:.2rem .8rem}.key-figures dt{font-weight:620;font-size:.9rem}
.key-figures b{font-size:1.4rem;display:block}
@media (max-width:62rem){.report{grid-template-columns:minmax(0,1fr)}.report-contents{position:static;padding-top:0}.report-contents ul{display:flex;flex-wrap:wrap;gap:0 1.2rem}}
@media print{.report{display:block}.report-contents{display:none}}`

function renderSection({ id, title, blocks }: Section): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${blocks.map(renderBlock)}</section>
`
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="intro">${block.text}</p>`
    case 'note':
      return html`<p class="muted">${block.text}</p>`
    case 'key-figures':
      return html`<dl class="key-figures">${block.figures.map(([value, name, note]) => html`<div><dt>${name}</dt><dd><b>${value}</b></dd><dd class="muted">${note}</dd></div>`)}</dl>`
    case 'chart':
      return html`<figure class="report-figure">${trusted(renderSvg(block.drawing))}<figcaption>${block.caption}</figcaption></figure>`
    case 'table':
      return renderTable(block)
  }
}

function renderTable({ caption, columns, rows, none }: Table): Html {
  if (rows.length === 0)
    return html`${caption && html`<h3 class="report-heading">${caption}</h3>`}<p class="muted">${none}</p>`
  const classes = columns.map(({ type }) => type === 'number' && html` class="number"`)
  const cell = (text: string, column: number) => {
    if (column === 0) return html`<th scope="row">${text}</th>`
    const isLink = columns[column]?.type === 'link'
    return html`<td${classes[column]}>${isLink ? html`<a href="${text}">${text}</a>` : text}</td>`
  }
  const label = caption ?? columns.map(({ title }) => title).join(', ')
  return html`<div class="report-table" role="region" aria-label="${label}" tabindex="0"><table>${caption && html`<caption>${caption}</caption>`}<thead><tr>${columns.map(({ title }, i) => html`<th scope="col"${classes[i]}>${title}</th>`)}</tr></thead><tbody>${rows.map(({ cells, isBold }) => html`<tr${isBold && html` class="sum"`}>${cells.map(cell)}</tr>`)}</tbody></table></div>`
}
