/** Rules of the globe's page. The sky is dark in both color schemes. */
export const GLOBE_STYLE = `
.globe{position:relative;background:#05070f;border-radius:12px;overflow:hidden;width:100%;height:min(78vh,118vw,900px);min-height:320px;margin:.9rem 0}
.globe canvas,.globe img{position:absolute;inset:0;width:100%;height:100%}
.globe img{object-fit:contain}
.globe canvas{touch-action:none;cursor:grab}
.globe canvas:focus-visible{outline:3px solid var(--accent);outline-offset:-3px}
.globe-time{font-variant-numeric:tabular-nums}
.globe-controls{display:flex;flex-wrap:wrap;gap:.6rem 1.4rem;align-items:center;margin:.9rem 0}
.globe-controls fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;min-width:0}
.globe-controls legend{float:left;margin-right:.7rem;padding:0;color:var(--muted)}
.globe-matches{display:flex;flex-wrap:wrap;gap:.4rem .9rem;list-style:none;padding:0;margin:0}
.globe-controls button,.globe-matches button{font:inherit;padding:.35rem .8rem;border:1px solid var(--rule);border-radius:8px;background:var(--card);color:var(--ink);cursor:pointer}
.globe-controls button[aria-pressed=true]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:600}
.globe-controls label{display:inline-flex;gap:.4rem;align-items:center}
.globe-controls input[type=search]{font:inherit;max-width:13rem;padding:.35rem .6rem;border:1px solid var(--rule);border-radius:8px;background:var(--card);color:var(--ink)}
.swatch{display:inline-block;width:.8rem;height:.8rem;border-radius:50%;border:1px solid var(--muted)}
[data-live][hidden]{display:none}`
