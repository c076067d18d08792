/** The style sheet of all pages. Contrast is at least 4.5:1 for text and 3:1 for graphics (WCAG AA). */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#171b24;--muted:#586070;--rule:#dde1e8;--field:#8790a0;--accent:#5b2ca0;--wash:#efe9fa;--good:#17703c;--warn:#8a5300;--bad:#b3261e;--none:#6a7280;--good-wash:#e8f4ec;--warn-wash:#fbf1df;--bad-wash:#fbeae8;--on:#fff}
@media screen and (prefers-color-scheme:dark){:root{--ground:#0d1017;--card:#151a23;--ink:#e9ecf2;--muted:#a2abba;--rule:#2a313e;--field:#6b7586;--accent:#bda2fb;--wash:#241d38;--good:#56cf8f;--warn:#f0b64d;--bad:#ff8d83;--none:#8f98a8;--good-wash:#12261c;--warn-wash:#2a2112;--bad-wash:#2f1816;--on:#0d1017}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
.bar,main,footer{max-width:74rem;margin:0 auto;padding:0 1.25rem}
h1,h2,h3,h4,p,dl,dd,ul,ol{margin:0;padding:0}
ul,ol{list-style:none}
h1{font-size:clamp(1.45rem,1.3rem + .8vw,1.8rem);line-height:1.2;letter-spacing:-.018em;font-weight:680;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.25;letter-spacing:-.012em;font-weight:650}
h3{font-size:1rem;line-height:1.35;font-weight:620}
h4{font-size:.95rem;line-height:1.35;font-weight:560}
p,h2,h3{text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
code,pre,output{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
.muted,.meaning,.intro,.when,.sub,footer,.tally{color:var(--muted)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.bar{display:flex;align-items:center;gap:.3rem 2rem;padding-top:.8rem;padding-bottom:.8rem}
.brand{flex:none;display:inline-flex;align-items:center;gap:.5rem;color:var(--ink);font-weight:680;letter-spacing:-.01em;text-decoration:none}
.brand svg{width:1.6rem;height:1.6rem;fill:none;stroke:var(--accent);stroke-width:1.7}
.brand circle{fill:var(--accent)}
.bar nav{display:flex;gap:1.15rem;overflow-x:auto;scrollbar-width:none}
.bar nav a{color:var(--muted);text-decoration:none;padding:.3rem 0;font-size:.95rem}.bar nav a:focus-visible{outline-offset:-2px}
.bar nav a:hover{color:var(--ink)}
.bar nav [aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--accent);scroll-initial-target:nearest}
.banner{margin-left:auto;color:var(--warn);background:var(--warn-wash);font-size:.8rem;line-height:1.3;font-weight:560;border-radius:1.2rem;padding:.25rem .8rem;overflow-wrap:anywhere}
section{margin-top:3rem}
section>h2,.heading{margin-bottom:.4rem}
.heading{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.5rem 1.5rem}
.intro{max-width:46rem;margin-bottom:1.1rem}
.card{background:var(--card);border:1px solid var(--rule);border-radius:.75rem;padding:1.1rem 1.2rem;min-width:0}
.mark{width:1.05rem;height:1.05rem;flex:none;overflow:visible}
.mark.operational{fill:var(--good)}.mark.degraded{fill:var(--warn)}.mark.down{fill:var(--bad)}.mark.unknown{fill:none}
.mark .sign{fill:none;stroke:var(--on);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.mark .ring{fill:none;stroke:var(--none);stroke-width:1.6}.mark .dash{stroke:var(--none);stroke-width:1.8;stroke-linecap:round}
.operational{color:var(--good)}.degraded{color:var(--warn)}.down{color:var(--bad)}.unknown{color:var(--muted)}
.meaning{font-size:.86rem;line-height:1.4;margin-top:.1rem}
.unit{color:var(--muted)}
.plot{display:block;width:100%;height:auto;margin-top:.6rem;overflow:visible}
.plot text{font-size:10.5px;fill:var(--muted)}
.plot .y{text-anchor:end}.plot .x{text-anchor:middle}.plot .empty{text-anchor:middle;font-size:12px}
.plot .rule{stroke:var(--rule);fill:none}.plot .zero{stroke:var(--field);fill:none}
.plot .bars{fill:var(--accent);opacity:.5}.plot .chosen{fill:var(--bad)}
.when{font-size:.82rem;margin-top:auto;padding-top:.6rem}
.when.late{color:var(--warn)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.82rem;color:var(--muted)}
.legend li{display:flex;align-items:center;gap:.4rem}
.swatch{width:.75rem;height:1rem;flex:none}
.strip .good,.swatch .good{fill:var(--good)}.strip .mixed,.swatch .mixed{fill:var(--warn)}.strip .bad,.swatch .bad{fill:var(--bad)}.strip .none,.swatch .none{fill:var(--field)}
.tally{font-size:.84rem;text-align:right}
.sub{font-size:.82rem;overflow-wrap:anywhere}
.strip{display:block;width:100%;height:1.6rem}
.shells{display:grid;grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:1rem}
.shells .card{display:flex;flex-direction:column}
form{display:flex;align-items:center;gap:.5rem;font-size:.9rem}
label{color:var(--muted)}
input,button{font:inherit;font-variant-numeric:inherit;color:inherit;border-radius:.45rem;min-height:2.3rem}
input{background:var(--ground);border:1px solid var(--field);padding:.2rem .5rem;min-width:0}
input[type=number]{width:5.6rem}
button{background:var(--accent);color:var(--on);border:0;padding:.25rem .9rem;font-weight:560;cursor:pointer}
button:hover{filter:brightness(1.12)}
button.quiet{background:none;color:var(--ink);box-shadow:inset 0 0 0 1px var(--field);margin-left:.6rem}
button:disabled{background:var(--rule);color:var(--muted);cursor:default;filter:none}
.neighbours{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin-top:auto;padding-top:.8rem;font-size:.9rem}
.empty-state{max-width:46rem}
.page-head{margin-top:.6rem}
.page-head p{margin-top:.35rem}
.strip .rule{fill:var(--rule)}.strip .band{fill:var(--accent);opacity:.3}.strip .tick{fill:var(--accent)}
.day{display:grid;grid-template-columns:5rem minmax(0,1fr);align-items:baseline}
.alert{display:grid;grid-template-columns:3.4rem minmax(0,1fr) auto;gap:.1rem 1rem;align-items:baseline;padding:.6rem 1.2rem}
.alerts{margin-top:.5rem;background:var(--card);border:1px solid var(--rule);border-radius:.75rem}
.alert+.alert{border-top:1px solid var(--rule)}
.alert time{color:var(--muted);font-size:.9rem}
.alert:target{background:var(--wash)}
.ways{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1rem}
footer{margin-top:3.5rem;padding-top:1.2rem;padding-bottom:2.5rem;font-size:.86rem}
footer::before{content:"";display:block;border-top:1px solid var(--rule);margin-bottom:1.2rem}
.outcome{margin-top:.9rem}
.outcome:empty{display:none}
.outcome p+p{color:var(--muted)}
.outcome code{white-space:pre-wrap;overflow-wrap:anywhere}
.get-key output{display:block;background:var(--wash);border-radius:.45rem;padding:.6rem .7rem;overflow-wrap:anywhere;font-weight:600}
.trouble{color:var(--bad)}
.own{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .6rem;margin-top:1rem;font-size:.9rem}
.own input{flex:1 1 11rem}
.own .trouble{flex-basis:100%}
pre{margin:.6rem 0 0;background:var(--ground);border:1px solid var(--rule);border-radius:.45rem;padding:.6rem .75rem;overflow:auto;line-height:1.45;max-height:26rem}
summary{cursor:pointer;list-style:none;border-radius:.3rem}
summary::-webkit-details-marker{display:none}
summary::before{content:"›";display:inline-block;margin-right:.5rem;color:var(--muted);font-size:1.1rem;line-height:1;transition:transform .15s}
[open]>summary::before{transform:rotate(90deg)}
.curl,.codes pre{white-space:pre-wrap;overflow-wrap:anywhere}
.codes{display:grid;grid-template-columns:repeat(3,auto) minmax(0,1fr);gap:0 .3rem;align-items:center;position:relative;margin-top:.9rem}
.codes details{display:contents}.codes summary{grid-row:1;padding:.3rem .8rem;border-bottom:2px solid transparent;color:var(--muted);font-size:.92rem}
.codes summary::before{content:none}.codes [open]>summary{color:var(--ink);border-color:var(--accent)}
.codes details::details-content{grid-area:2/1/auto/-1;min-width:0}.codes pre{margin:0}
.codes .copy{grid-area:1/4;justify-self:end;min-height:2rem;padding:0 .7rem;font-size:.86rem}
.method{font-size:.74rem;font-weight:650;letter-spacing:.04em;color:var(--muted)}
.verdict{margin-left:.8rem;font-size:.9rem}
[hidden]{display:none}
.get-key p+output{margin-top:.4rem}
.trouble:empty{display:none}
.profile{max-width:32rem;margin-inline:auto}
@media (max-width:68rem){.bar{flex-wrap:wrap}.bar nav{order:1;flex:0 0 100%}.banner{max-width:calc(100% - 10.5rem)}}
@media (max-width:62rem){.shells{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){.day{grid-template-columns:minmax(0,1fr);margin-top:1rem}.alert{grid-template-columns:3rem minmax(0,1fr);padding:.6rem 1rem}.alert .sub{grid-column:2}.bar,main,footer{padding-left:1rem;padding-right:1rem}section{margin-top:2.4rem}.card{padding:1rem}.tally{text-align:left}}
@media print{:root{--ground:#fff;--card:#fff;--ink:#000;--muted:#444;--rule:#bbb}.bar nav,form,.neighbours,.skip,button,.own{display:none}.card{break-inside:avoid}section{margin-top:1.5rem}tr,figure{break-inside:avoid}h2,h3{break-after:avoid}.hint,.spans{display:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
