/**
 * The rules of the reference: list, form and code stand side by side where there is room for them. One
 * section is shown at a time, the one that the fragment of the URL names, or the first.
 */
export const DOCS_STYLE = `
:root{--get:#0b6a8f;--post:#17703c;--patch:#8a5300;--delete:#b3261e;--text:#17703c;--number:#0b5f86;--name:#5b2ca0}
@media screen and (prefers-color-scheme:dark){:root{--get:#6cc7f0;--post:#56cf8f;--patch:#f0b64d;--delete:#ff8d83;--text:#7fd6a6;--number:#7cc7ee;--name:#c9b3ff}}
html{scroll-behavior:auto}
main,footer{max-width:92rem}
.reference{display:grid;grid-template-columns:17.5rem minmax(0,1fr);gap:0 2.2rem;margin-top:.6rem}
.contents{font-size:.82rem;position:sticky;top:0;align-self:start;max-height:100vh;display:flex;flex-direction:column;padding-top:.6rem}
.find{margin-top:.6rem}.find input{display:block;width:100%;font-size:.95rem}
.found{color:var(--muted);min-height:1.3em;margin-top:.2rem}.found:empty{min-height:0}
.all{min-height:0;overflow-y:auto;padding:0 .3rem 2rem;margin:.4rem -.3rem 0}
.all h2{font-size:.84rem;margin:1rem 0 .2rem}.all h2 a{color:var(--ink)}
.all a{display:block;padding:.17rem .4rem;border-radius:.35rem;text-decoration:none;overflow-wrap:anywhere;color:var(--muted)}
.all li a{display:grid;grid-template-columns:2.8rem minmax(0,1fr);align-items:baseline}.all .method{font-size:.62rem}
.all a:hover{color:var(--ink);background:var(--card)}.all [aria-current]{color:var(--accent);background:var(--wash);}
.all a:focus-visible{outline-offset:-2px}
.method{font-size:.68rem;font-weight:680}.get{color:var(--get)}.post{color:var(--post)}.patch,.put{color:var(--patch)}.delete{color:var(--delete)}
.sections{min-width:0}.sections>section{margin-top:0;padding-top:.6rem;scroll-margin-top:0}
.operation+.operation{margin-top:2.5rem}
.operation,.overview{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1.3rem 2.5rem}
@supports selector(:has(*)){.sections>section:not(:target,:first-child),.sections:has(>:target)>section:not(:target){display:none}}
.searching a::after{content:attr(title);grid-column:2;color:var(--ink)}
.operation{grid-template-rows:auto 1fr}.operation .beside{grid-area:1/2/3/3}.about,.beside,.replies{min-width:0}.beside{position:sticky;top:1rem;align-self:start}.overview .beside{position:static}
.group{font-size:.86rem;margin-bottom:.15rem}.group a{text-decoration:none}
.operation h2{font-size:1.5rem}.overview h3{margin-top:1.6rem}.overview h3:first-child{margin-top:0}
main small{font-size:.76rem;line-height:1.5;color:var(--muted);border:1px solid var(--rule);background:var(--card);border-radius:.35rem;padding:.05rem .4rem;white-space:normal;overflow-wrap:anywhere}
.target{margin:.4rem 0 .7rem;display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .6rem}.target code{font-size:.92rem;font-weight:560;overflow-wrap:anywhere}.target .method,.operations .method{font-size:.76rem}
.description{color:var(--muted);font-size:.95rem;overflow-wrap:anywhere}.description p+p,.description .points{margin-top:.6rem}.points li{margin:.5rem 0 0 1.1rem;list-style:disc}.description strong{color:var(--ink);font-weight:620}
.parameters{border:0;margin:1.4rem 0 0;padding:0;min-width:0}.parameters legend,.answers>summary{font-weight:620;padding:0;font-size:1rem}
.parameter{padding:.65rem 0;border-top:1px solid var(--rule)}.parameters legend+.parameter{margin-top:.4rem}
.parameter [hidden]{display:none}.parameter label{color:var(--ink);font-weight:620}
.parameter input,.parameter select{display:block;width:100%;max-width:22rem;margin:.35rem 0 .3rem}
select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--field);border-radius:.45rem;min-height:2.3rem;min-width:0;padding:.2rem .4rem}
textarea{display:block;width:100%;margin-top:.35rem;font:inherit;font-family:ui-monospace,monospace;font-size:.86em;color:inherit;background:var(--ground);border:1px solid var(--field);border-radius:.45rem;padding:.4rem .6rem}
[aria-invalid=true]{border-color:var(--bad)}
.beside>.answers{margin-top:1.3rem}.more{margin-top:.5rem}.more>summary{font-size:.9rem;color:var(--muted)}.answers>summary{padding:.2rem 0}
.fields li,.statuses li{padding:.5rem 0;border-top:1px solid var(--rule);font-size:.88rem;overflow-wrap:anywhere}.fields p{color:var(--muted);margin-top:.15rem}.fields code{font-weight:560;font-size:.92em}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:0 1.5rem}.operations li,.groups li{padding:.55rem 0;border-top:1px solid var(--rule);overflow-wrap:anywhere}.operations code{color:var(--muted);margin-left:.4rem}.operations .method{display:inline-block;width:4.2rem}.groups p,.problems dd{color:var(--muted);font-size:.92rem}.groups{margin-top:1rem}
.problems div{padding:.5rem 0;border-top:1px solid var(--rule)}.group-of,.errors{max-width:56rem}
.beside .codes{margin-top:0}.beside pre{background:var(--card);font-size:.82rem}
.send{min-width:6rem}.ask>p[data-live]{margin:.8rem 0}
.ask .returns{display:flex;flex-wrap:wrap;gap:.2rem .4rem;align-items:baseline;margin-top:1rem;font-size:.92rem}.returns .title{font-weight:620}
.answer{max-height:min(30rem,56vh)}.answer:has(+.plots:not([hidden])){max-height:15rem}
.plots{margin:1rem 0 0}.plots figcaption{font-size:.86rem;font-weight:620}.plots svg{display:block;width:100%;height:auto;overflow:visible;margin-top:.5rem}.plots text{font-size:11px;fill:var(--muted)}.plots .name{fill:var(--ink);font-weight:600}.plots .value{text-anchor:end}.plots .tick{text-anchor:end}.plots .instant{text-anchor:middle}.plots .grid{stroke:var(--rule)}.plots .line{fill:none;stroke:var(--accent);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}.plots .cursor{stroke:var(--field)}
::highlight(text){color:var(--text)}::highlight(number){color:var(--number)}::highlight(name){color:var(--name)}
@media (min-width:75rem){@supports selector(::details-content){.all>summary{display:none}.all::details-content{content-visibility:visible}}}
@media (max-width:75rem){.reference{grid-template-columns:minmax(0,1fr)}.contents{position:static;max-height:none}.all{max-height:none;overflow:visible;padding-bottom:0}.all>summary{font-size:1rem;padding:.35rem .3rem}.all[open]{border-bottom:1px solid var(--rule);padding-bottom:1rem}}
@media (max-width:50rem){.operation,.overview{grid-template-columns:minmax(0,1fr)}.operation .beside{grid-area:auto;position:static}}
`
