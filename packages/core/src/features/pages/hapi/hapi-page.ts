import script from 'browser:hapi'
import { DATASETS, type Dataset } from '#features/hapi/datasets'
import { data } from '#features/hapi/endpoints/data'
import { codeExamples } from '#features/pages/code-examples'
import { ORIGIN } from '#features/pages/curl-example'
import { DOCS_STYLE } from '#features/pages/docs/docs-style'
import { referenceLink } from '#features/pages/docs/operation-links'
import { HAPI_STYLE } from '#features/pages/hapi/hapi-style'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { days, utcDay } from '#kernel/kit/time'

/** The initial request of the page: three days of a series whose feed covers a week. */
const FIRST = { dataset: 'kp_3h', days: 3, include: 'header' } as const

const PATHS = ['about', 'capabilities', 'catalog'] as const

/** Renders the page of the HAPI server. `root` is the prefix of every link. */
export function hapiPage(now: number, sourceNote: string, root: string): HtmlPage {
  const [start, stop] = [utcDay(now - days(FIRST.days)), utcDay(now)]
  return renderPage({
    title: 'HAPI',
    description: 'The recorded series of space weather for HAPI clients: datasets, examples and code.',
    root,
    current: 'docs',
    sourceNote,
    style: DOCS_STYLE + HAPI_STYLE,
    script,
    main: html`<header class="page-head"><p class="group"><a href="${root}docs">Reference</a></p><h1>HAPI server</h1>
<p class="muted">The recorded series of space weather through HAPI 3.3, the Heliophysics Data Application Programmer’s Interface. No key is needed.</p></header>
<section class="operation" data-method="GET" data-path="hapi/data" data-access="open" aria-labelledby="read"><div class="about"><h2 id="read">Read a dataset</h2>
<p class="description">One record per instant with a value; <code>-1e31</code> stands for a missing value in a record. The <a href="${referenceLink(root, 'HAPI', 'getHapiData')}">reference</a> has all parameters.</p>
${form(start, stop, root)}
<h2>Clients</h2><p class="description">Give Autoplot, hapiclient, pySPEDAS or SunPy the address of this server:</p><pre tabindex="0">${ORIGIN}/hapi</pre>
<p class="description">In Python, with <code>pip install hapiclient</code>:</p><pre tabindex="0">${hapiclient(start, stop)}</pre>
<p class="description">Clients request these paths first: ${PATHS.map((path) => html`<a href="${root}hapi/${path}"><code>/hapi/${path}</code></a> `)}</p></div>
<div class="beside">${codeExamples(data, `${data.path}?${new URLSearchParams({ dataset: FIRST.dataset, start, stop, include: FIRST.include })}`)}
<div class="ask"><p data-live hidden><button type="button" class="send">Try it</button><span class="verdict" role="status"></span></p><pre class="answer" tabindex="0" hidden></pre><figure class="plots" hidden></figure></div></div></section>
<section aria-labelledby="datasets"><h2 id="datasets">Datasets</h2>
<ul class="datasets">${DATASETS.map((dataset) => datasetRow(dataset, root))}</ul></section>`,
  })
}

/** Renders the fields of a request. Without script it is a form that opens the records. */
function form(start: string, stop: string, root: string): Html {
  const field = (name: string, words: string, control: Html) =>
    html`<div class="parameter"><label for="${name}"><code>${name}</code></label>${control}<p class="meaning">${words}</p></div>`
  const attributes = (name: string) => html`id="${name}" name="${name}" data-name="${name}" data-in="query"`
  const instant = (name: string, value: string) =>
    html`<input ${attributes(name)} value="${value}" autocomplete="off" spellcheck="false">`
  return html`<form class="parameters" action="${root}hapi/data">${field('dataset', 'Series, as listed below', html`<select ${attributes('dataset')}>${DATASETS.map(({ id }) => html`<option${id === FIRST.dataset && ' selected'}>${id}</option>`)}</select>`)}
${field('start', 'First instant: a day, or an instant such as 2026-11-20T12:34Z', instant('start', start))}
${field('stop', 'End, at most 31 days later', instant('stop', stop))}
${field('include', 'Whether the column names come first', html`<select ${attributes('include')}><option value="">nothing</option><option selected>${FIRST.include}</option></select>`)}
<noscript><button>Open the records</button></noscript></form>`
}

/** Renders a program for hapiclient, whose values the form also fills in. */
function hapiclient(start: string, stop: string): Html {
  const value = (name: string, text: string) =>
    html`<span class="request-value" data-of="${name}">${text}</span>`
  return html`from hapiclient import hapi

data, meta = hapi("${ORIGIN}/hapi", "${value('dataset', FIRST.dataset)}", "",
                  "${value('start', start)}", "${value('stop', stop)}")`
}

function datasetRow({ id, title, cadence, description, parameters }: Dataset, root: string): Html {
  return html`<li><h3><a href="${root}hapi/info?dataset=${id}"><code>${id}</code></a> ${title} <small>${cadence}</small></h3><p class="description">${description}</p>
<p>${parameters.map(({ name, units }) => html`<code>${name}</code>${units !== null && html` <small>${units}</small>`} `)}</p></li>`
}
