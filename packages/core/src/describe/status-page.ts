import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { StatusReport } from '#describe/status-report'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
td { white-space: nowrap; }
td:last-child { white-space: normal; }
.operational::before { content: "● "; color: #1a7f37; }
.degraded::before { content: "▲ "; color: #9a6700; }
.down::before { content: "■ "; color: #cf222e; }
.unknown::before { content: "○ "; color: #6e7781; }
`

/** The status report as one self-contained page, with the hash that lets its style pass a Content-Security-Policy. */
export function statusPage(report: StatusReport, at: string): { html: string; styleHash: string } {
  const rows = report.upstreams.map(
    (row) => `<tr><th scope="row">${escaped(row.provider)}<br><small>${escaped(row.id)}</small></th>
<td class="${row.status}">${row.status}</td><td>${minuteOf(row.last_ok_at)}</td><td>${minuteOf(row.data_as_of)}</td>
<td>${escaped(row.error ?? '')}</td></tr>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Space-Data status: ${report.status}</title><style>${STYLE}</style></head>
<body><main>
<h1 class="${report.status}">Space-Data: ${report.status}</h1>
<p>As of <time>${at}</time>. The same as JSON: ask with <code>Accept: application/json</code>.</p>
<table><thead><tr><th scope="col">Upstream</th><th scope="col">State</th><th scope="col">Last good answer</th>
<th scope="col">Newest value</th><th scope="col">What is wrong</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</main></body></html>
`
  return { html, styleHash: btoa(String.fromCharCode(...sha256(utf8ToBytes(STYLE)))) }
}

/** Such as `2026-11-21 14:05Z`. */
function minuteOf(instant: string | null): string {
  return instant === null
    ? '–'
    : `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')}Z</time>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
