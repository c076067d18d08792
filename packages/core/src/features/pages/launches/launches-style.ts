/** The rules of the page of launches. */
export const LAUNCHES_STYLE = `
.ahead{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.7fr);gap:1rem;margin-top:1.6rem}
.ahead .card{padding:1.2rem}
.next-launch{margin:0}.next-launch h2{font-size:1.1rem}
.countdown{font-size:2.2rem;font-weight:660;letter-spacing:-.02em;line-height:1.25}
.next-launch dl{margin-top:.8rem;font-size:.92rem}.next-launch dl div{display:grid;grid-template-columns:5.2rem minmax(0,1fr);padding:.25rem 0;border-top:1px solid var(--rule)}
.next-launch dt{color:var(--muted)}
.crew{padding:.4rem 1.2rem}.crew dl div{display:grid;grid-template-columns:minmax(8rem,14rem) minmax(0,1fr);gap:.2rem 1rem;padding:.5rem 0}.crew dt{color:var(--muted)}
.where{display:grid;align-items:center}.pads{display:block;overflow:visible;width:100%;height:auto}
.land{fill:var(--rule)}.pad{fill:var(--accent);fill-opacity:.75;stroke:var(--card);stroke-width:1.5}.pad.next{fill:var(--bad);fill-opacity:1}
.pads a:focus-visible{outline:none}.pads a:focus-visible .pad,.pads a:hover .pad{stroke:var(--ink);stroke-width:2.5}
.state{display:inline-block;font-size:.8rem;font-weight:600;line-height:1.3;border-radius:.4rem;padding:.1rem .45rem;white-space:nowrap;color:var(--muted);box-shadow:inset 0 0 0 1px var(--field)}
.state.go,.state.success{color:var(--good);background:var(--good-wash);box-shadow:none}
.state.hold,.state.partial_failure{color:var(--warn);background:var(--warn-wash);box-shadow:none}
.state.failure{color:var(--bad);background:var(--bad-wash);box-shadow:none}
.state.in_flight{color:var(--accent);background:var(--wash);box-shadow:none}
.launch{grid-template-columns:6.5rem minmax(0,1fr) auto}.launch h3,.launch h4{font-size:1rem;font-weight:560}
.end{display:flex;flex-direction:column;align-items:flex-end;gap:.2rem}
@media (max-width:62rem){.ahead{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){.countdown{font-size:1.8rem}.crew dl div{grid-template-columns:minmax(0,1fr)}.launch{grid-template-columns:minmax(0,1fr) auto;gap:.2rem .8rem}.launch>div:nth-child(2){grid-column:1/-1;grid-row:2}}
`
