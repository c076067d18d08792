/** The rules of the page of the sky. The sky is dark in both schemes. */
export const SKY_STYLE = `
.place{display:grid;grid-template-columns:minmax(0,1fr) 21rem;gap:1rem 2rem;align-items:center;margin-top:1.4rem}.place label{font-size:.86rem;color:var(--muted)}.entry{display:flex;flex-wrap:wrap;gap:.5rem;margin:.2rem 0 .5rem}.entry input{flex:1 1 14rem;min-width:0}.place p:empty{display:none}[data-unknown] #sky-note{color:var(--bad)}
.world{display:block;width:100%;height:auto;border-radius:.4rem;background:var(--ground)}.world .land{fill:var(--field);opacity:.55}.world .here{fill:var(--accent);stroke:var(--card);stroke-width:2}.interactive .world{cursor:crosshair}
.others{margin-top:1rem}.others>summary{cursor:pointer}
.night-chart{display:block;width:100%;height:auto;overflow:visible}
.light.day{fill:#7fb2e5}.light.civil{fill:#4c6ea8}.light.nautical{fill:#2b4178}.light.astronomical{fill:#172450}.light.night{fill:#0b1230}
.night-chart .hour{stroke:#fff;stroke-opacity:.14}.night-chart .x{text-anchor:middle;font-size:13px;fill:var(--muted)}
.night-chart .pass{stroke:#fff;stroke-opacity:.45;stroke-width:2}.night-chart .pass.visible{stroke:#ffd75e;stroke-opacity:1;stroke-width:4}
.night-chart .moon{fill:var(--field)}
.key{display:inline-flex;align-items:center;gap:.4rem}.key::before{content:"";width:.2rem;height:.9rem;background:var(--field)}.key.visible::before{background:#d9a400;width:.3rem}.key.moon::before{width:1rem;height:.3rem;border-radius:.2rem}
.three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;margin-top:1rem}
.times{margin-top:.4rem}.times div{display:flex;justify-content:space-between;gap:1rem;padding:.25rem 0;border-top:1px solid var(--rule)}.times dt{color:var(--muted)}
.moon-facts{display:grid;grid-template-columns:4rem minmax(0,1fr);gap:1rem;align-items:center}.moon-disc .dark{fill:#39414f}.moon-disc .lit{fill:#f4efdf}
.figure{font-size:1.9rem;font-weight:640;letter-spacing:-.02em;line-height:1.3}.figure .unit{font-size:.95rem;font-weight:400}
.passes{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem}
.sky-chart{display:block;width:100%;max-width:19rem;height:auto;margin:.4rem auto}.sky-chart .horizon{fill:#0f1838;stroke:var(--field)}.sky-chart .rule{fill:none;stroke:#fff;stroke-opacity:.16}
.sky-chart text{font-size:10.5px;fill:#fff;text-anchor:middle}.sky-chart .direction{fill:var(--muted);text-anchor:middle;font-size:12px}
.way{fill:none;stroke:#9aa6c4;stroke-width:1.6;stroke-dasharray:3 3}.way.visible{stroke:#ffd75e;stroke-width:2.6;stroke-dasharray:none}.mark-at{fill:#fff}.arrow{fill:#ffd75e}
.scroll{overflow-x:auto}.scroll table{width:100%;border-collapse:collapse;font-size:.92rem}.scroll th,.scroll td{text-align:left;padding:.35rem .8rem .35rem 0;border-top:1px solid var(--rule);white-space:nowrap}.scroll thead th{border:0;color:var(--muted);font-weight:560}
@media (max-width:52rem){.three,.place{grid-template-columns:minmax(0,1fr)}.night-chart .x{font-size:26px}}
`
