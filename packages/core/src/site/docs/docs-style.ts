/** The rules of the reference. */
export const DOCS_STYLE = `
.reference{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:2.5rem;margin-top:1.5rem}
.contents{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto;font-size:.88rem}
.contents h2{font-size:.82rem;margin:.9rem 0 .2rem;color:var(--muted)}.contents a{display:block;padding:.14rem 0;text-decoration:none;overflow-wrap:anywhere}
.search{display:block;width:100%;margin-bottom:.4rem}
.operation{margin-top:2.2rem;padding-top:1.4rem;border-top:1px solid var(--rule)}.operation h3{font-size:1.15rem}.operation h3 a{color:inherit;text-decoration:none}.operation h3 a:hover{text-decoration:underline}
.target{margin:.3rem 0}.target code{font-weight:560;overflow-wrap:anywhere}.target .need{margin-left:.5rem}
.parameters{border:1px solid var(--rule);border-radius:.6rem;margin:.9rem 0 0;padding:.4rem 1rem .8rem;min-width:0}.parameters legend{font-size:.86rem;color:var(--muted);padding:0 .3rem}
.parameter{display:grid;grid-template-columns:11rem minmax(0,14rem) minmax(0,1fr);gap:.2rem .9rem;align-items:center;padding:.3rem 0}.parameter label{color:var(--ink);overflow-wrap:anywhere}
select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--field);border-radius:.45rem;min-height:2.3rem;min-width:0}
.answers{margin-left:.9rem}.operation>details>summary{width:fit-content;padding:.35rem 0}
textarea{display:block;width:100%;font:inherit;font-family:ui-monospace,monospace;font-size:.86em;color:inherit;background:var(--ground);border:1px solid var(--field);border-radius:.45rem;padding:.4rem .6rem}
.fields{overflow-x:auto;margin-top:.6rem}.fields table{border-collapse:collapse;font-size:.86rem;min-width:100%}.fields caption{text-align:left;color:var(--muted);padding-bottom:.3rem}.fields th,.fields td{text-align:left;vertical-align:top;padding:.25rem .8rem .25rem 0;border-top:1px solid var(--rule);font-weight:400}.fields thead th{color:var(--muted);border-top:0}.fields td:nth-child(4){min-width:16rem}
.statuses{font-size:.92rem}.statuses li{padding:.1rem 0}
.operation .send{margin-top:.7rem}
@media (max-width:62rem){.reference{grid-template-columns:minmax(0,1fr)}.contents{position:static;max-height:none}.contents div{display:none}.parameter{grid-template-columns:minmax(0,1fr)}}
`
