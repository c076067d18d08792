/** The rules of the HAPI page, added after the rules of the reference. */
export const HAPI_STYLE = `
.page-head+.operation{margin-top:1.5rem}
.about h2+.description{margin-top:.3rem}.about .parameters{display:block;margin-top:.8rem}.parameters+h2{margin-top:1.6rem}.about .description{margin-top:.7rem}
.datasets{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:0 2.5rem;margin-top:.6rem}
.datasets li{padding:.9rem 0;border-top:1px solid var(--rule)}.datasets p{margin-top:.3rem;overflow-wrap:anywhere}
`
