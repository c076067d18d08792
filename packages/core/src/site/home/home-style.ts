/** Rules of the home page alone. */
export const HOME_STYLE = `
.live{margin-top:2rem}
.live ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:1rem;list-style:none;padding:0;margin:0 0 .7rem}
.live li{display:flex;flex-direction:column;gap:.15rem;background:var(--card);border:1px solid var(--rule);border-radius:.75rem;padding:.8rem 1rem;font-size:.86rem;overflow-wrap:anywhere}
.live strong{font-size:1.3rem;color:var(--ink)}
.day-line{display:block;width:100%;height:1.8rem;margin-top:auto}.day-line path{fill:none;stroke:var(--accent);stroke-width:1.4;vector-effect:non-scaling-stroke}
.grade{font-size:.82rem;font-weight:600;border-radius:.4rem;padding:.1rem .4rem;white-space:nowrap}
.calm{color:var(--good);background:var(--good-wash)}.raised{color:var(--warn);background:var(--warn-wash)}.severe{color:var(--bad);background:var(--bad-wash)}
.tiers{overflow-x:auto}.tiers table{border-collapse:collapse;width:100%;font-size:.92rem}.tiers th,.tiers td{padding:.4rem .6rem;border-top:1px solid var(--rule);text-align:left}.tiers thead th{color:var(--muted);border-top:0}
.paths{background:var(--card);border:1px solid var(--rule);border-radius:.75rem}
.paths li{display:grid;grid-template-columns:3.4rem minmax(0,1.15fr) minmax(0,1.3fr) 6.5rem 5.2rem;gap:.1rem .9rem;align-items:baseline;padding:.5rem 1.2rem}.paths li+li{border-top:1px solid var(--rule)}
.paths code{overflow-wrap:anywhere;font-weight:560}.what{color:var(--muted);font-size:.92rem}.paths .need,.ttl{text-align:right}
#try{margin-top:.9rem}
@media (max-width:40rem){.paths li{grid-template-columns:2.7rem minmax(0,1fr) auto;padding:.6rem 1rem}.what{grid-column:2/-1;grid-row:2}.ttl{display:none}}
`
