import { type Html, html, trusted } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'

/** A dataset as the page lists it. */
interface ListedDataset {
  readonly id: string
  readonly title: string
  readonly description: string
}

const PYTHON = `from hapiclient import hapi

data, meta = hapi('SERVER/hapi', 'kp_3h', 'kp', START, STOP)`

/** Renders the page of the HAPI server. `root` is the prefix of every link. */
export function hapiPage(datasets: readonly ListedDataset[], sourceNote: string, root: string): HtmlPage {
  return renderPage({
    title: 'HAPI',
    root,
    sourceNote,
    main: html`<header class="page-head"><h1>HAPI server</h1>
<p class="muted">The recorded series of space weather by HAPI 3.3, the Heliophysics Data Application Programmer’s Interface. No key is needed.</p></header>
<section aria-labelledby="datasets"><h2 id="datasets">Datasets</h2><dl>${datasets.map((dataset) => datasetEntry(dataset, root))}</dl></section>
<section aria-labelledby="read"><h2 id="read">Read it</h2><p>Give the address of this page to Autoplot, hapiclient, pySPEDAS or SunPy. In Python:</p>
<pre class="curl" tabindex="0">${PYTHON}</pre>
<p>Paths: ${PATHS.map((path, i) => html`${i > 0 && trusted(', ')}<a href="${root}hapi/${path}"><code>/hapi/${path}</code></a>`)}, and <a href="${root}docs#getHapiData"><code>/hapi/data</code></a> for the records.</p></section>`,
  })
}

const PATHS = ['about', 'capabilities', 'catalog']

function datasetEntry({ id, title, description }: ListedDataset, root: string): Html {
  return html`<dt><a href="${root}hapi/info?dataset=${id}"><code>${id}</code></a>: ${title}</dt><dd>${description}</dd>`
}
