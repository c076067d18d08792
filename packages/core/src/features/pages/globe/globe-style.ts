/** Rules of the globe's page: it is dark in both color schemes, and fills the window. */
export const GLOBE_STYLE = `
@media screen{:root{color-scheme:dark;--ground:#05070f;--card:#10151f;--ink:#e9ecf2;--muted:#a2abba;--rule:#2a313e;--field:#6b7586;--accent:#bda2fb;--wash:#241d38;--good:#56cf8f;--warn:#f0b64d;--bad:#ff8d83;--none:#8f98a8;--good-wash:#12261c;--warn-wash:#2a2112;--bad-wash:#2f1816;--on:#0d1017}}
main{max-width:none;padding:0;position:relative}
.globe-view{display:flex;flex-direction:column;position:relative}
.side{display:contents}
.globe-head{order:1;padding:.4rem 1.25rem .6rem}.globe-head p{margin-top:.3rem;font-size:.86rem;color:var(--muted);max-width:46rem}
.globe{order:2;position:relative;overflow:hidden;width:100%;height:min(62vh,118vw);min-height:18rem}
.globe canvas,.globe img{position:absolute;inset:0;width:100%;height:100%}
.globe img{object-fit:contain}
.globe canvas{touch-action:none;cursor:grab}
.globe canvas:focus-visible{outline:2px solid var(--accent);outline-offset:-3px;border-radius:0}
.controls{order:4;padding:.8rem 1.25rem;font-size:.88rem}
.controls input,.controls select{accent-color:var(--accent)}
.controls .now{display:flex;flex-wrap:wrap;gap:0 .8rem;color:var(--muted)}.globe-time{font-variant-numeric:tabular-nums;color:var(--ink);font-weight:600}#globe-offset{color:var(--warn);font-weight:600}
.controls fieldset,.controls form{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .45rem;border:0;border-top:1px solid var(--rule);padding:.55rem 0;margin:.55rem 0 0;min-width:0}
.controls legend{float:left;width:100%;padding:0;color:var(--muted);font-size:.8rem}
.controls label{display:inline-flex;gap:.4rem;align-items:center}.controls fieldset label{color:var(--ink)}
.controls button{min-height:2rem;padding:.1rem .5rem;background:none;color:var(--ink);box-shadow:inset 0 0 0 1px var(--field)}
.controls button[aria-pressed=true]{background:var(--accent);color:var(--on);box-shadow:none}
.controls input[type=search],.controls select{flex:1;min-width:0;min-height:2rem;background:var(--ground);color:inherit;border:1px solid var(--field);border-radius:.45rem;padding:.1rem .5rem;font:inherit}
.controls input[type=range]{flex:1;min-width:5rem;padding:0;min-height:1.6rem}.band{display:grid!important;grid-template-columns:2.4rem minmax(0,1fr);width:100%}
.controls input[type=checkbox]{min-height:0;width:1rem;height:1rem}
.globe-matches{display:flex;flex-direction:column;align-items:flex-start;gap:.2rem}.globe-matches:not(:empty){padding:.3rem 0}.globe-matches button{text-align:left}
.controls .swatch{width:.7rem;height:.7rem}
.picked{order:3;margin:.6rem 1.25rem;font-size:.9rem}.picked h2{font-size:1.05rem;overflow-wrap:anywhere}
.picked dl{margin-top:.4rem}.picked dl div{display:flex;justify-content:space-between;gap:1rem;padding:.16rem 0;border-top:1px solid var(--rule)}.picked dt{color:var(--muted)}.picked dd{text-align:right}
.picked p{margin-top:.5rem}.picked h2{padding-right:4.5rem}.picked button{position:absolute;right:.9rem;top:.9rem;min-height:1.8rem}.picked{position:relative}
.keys{color:var(--muted);font-size:.8rem;margin-top:.6rem}
.hover{position:absolute;z-index:1;pointer-events:none;padding:.1rem .5rem;border-radius:.35rem;background:var(--card);border:1px solid var(--rule);font-size:.82rem;white-space:nowrap}
[data-live][hidden]{display:none}
.empty-state{margin:1rem 1.25rem}
@media (min-width:64rem){.globe-view{display:block}.globe{height:calc(100vh - 4rem);min-height:34rem}
.side{display:block;position:absolute;z-index:1;left:1.25rem;top:.4rem;max-height:calc(100% - 1.4rem);width:19.5rem;overflow:auto;scrollbar-width:thin;padding:.7rem .9rem;border-radius:.75rem;background:#10151fe6;border:1px solid var(--rule)}
.globe-head{padding:0 0 .6rem}.controls{padding:0}
.picked{position:absolute;z-index:1;right:1.25rem;top:3.2rem;width:19rem;margin:0;background:#10151fe6}}
`
