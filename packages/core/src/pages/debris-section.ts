import { runningWords } from '#figures/running'
import { spanOf } from '#figures/span'
import { type ShellGrid, shellEdgesKm } from '#orbit/shell-grid'
import { altitudeProfile } from '#pages/altitude-profile'
import { type Content, type Html, html } from '#pages/html'
import { minuteOf, moment } from '#pages/moment'
import { grouped } from '#pages/readable-numbers'
import { perBillion, shellHeatMap } from '#pages/shell-heat-map'
import { stateMark } from '#pages/state-mark'
import { type Debris, type StatusFacts, shellName } from '#pages/status-facts'
import type { RunningShellJob, ShellJobFacts, ShellJobState } from '#store/shell-job'
import type { ShellRun } from '#store/shells'
import { nextShellRun } from '#time'

/** How the nightly job went, one shell of what it published as a map, and all of them by altitude. */
export function debrisSection(facts: StatusFacts, root: string): Html {
  const { debris, now } = facts
  const state = facts.shellJob ?? { job: null, running: null, next_run_at: nextShellRun(now) }
  const { job, running, next_run_at } = state
  return html`<section aria-labelledby="shells"><h2 id="shells">Debris shells</h2>
<p class="intro">Every night the whole public catalogue is propagated over 24 hours and counted in shells of ${facts.grid.shellKm} km.</p>
<dl class="job">${[
    fact(running ? 'Now' : 'Last run', running || job ? jobState(job, running) : 'none yet'),
    fact('Started', job ? moment(job.started_at, now) : '–'),
    fact('Took', job?.finished_at ? spanOf(job.finished_at - job.started_at) : '–'),
    fact('Objects', debris ? `${grouped(debris.run.counts.used)} propagated` : '–'),
    fact('Next run', moment(next_run_at, now)),
  ]}</dl>
${job?.ok === false && job.error !== null && html`<p class="wrong">${job.error}</p>`}
${debris ? published(debris, root) : nothingYet(state, now)}</section>`
}

function nothingYet({ running, next_run_at }: ShellJobFacts, now: number): Html {
  const words = running
    ? html`<strong>No shells yet: ${runningWords(running)}.</strong> Load this page again in a few seconds.`
    : html`<strong>No shells have been published yet.</strong> The next run begins ${moment(next_run_at, now)}. Computed nightly at 03:17 UTC and shortly after the first start. To compute them now, run <code>space-data shell run</code>.`
  return html`<div class="card empty-state"><p>${words}</p></div>`
}

function published({ run, shell, density, profile }: Debris, root: string): Html {
  const name = shellName(run.grid, shell)
  return html`<div class="shells"><article class="card"><div class="heading"><h3>Shell ${name}</h3>${chooser(run.grid, shell, root)}</div>
${
  density
    ? html`<p class="meaning">${objectsOf(density.objects_total)} objects at any time, ${perBillion(density.mean_density_per_km3)} per billion km³ on average</p>${shellHeatMap(density, run.grid.binDeg, name)}`
    : html`<p class="meaning">This shell cannot be shown: the run that it belongs to is being replaced. Load the page again in a minute.</p>`
}
${neighbours({ run, shell, profile }, root)}</article>
<article class="card"><h3>By altitude</h3><p class="meaning">Objects per billion km³ over km of altitude; the shell on the map stands out</p>
${altitudeProfile(profile, shell, run.grid)}
<p class="when">${sourceOf(run)}</p></article></div>`
}

/** Works without a script: the browser sends the number in the query. Any whole km will do, as it lies in some shell. */
function chooser(grid: ShellGrid, shell: number, root: string): Html {
  const { lowerKm } = shellEdgesKm(grid, shell)
  return html`<form method="get" action="${root}status#shells"><label for="alt">Altitude, km</label>
<input id="alt" name="alt" type="number" inputmode="numeric" min="${grid.minKm}" max="${grid.maxKm - grid.shellKm}" step="1" value="${lowerKm}" required><button>Show</button></form>`
}

function neighbours({ run, shell, profile }: Pick<Debris, 'run' | 'shell' | 'profile'>, root: string): Html {
  const { grid } = run
  const to = (target: number, words: string) =>
    html`<a href="${root}status?alt=${shellEdgesKm(grid, target).lowerKm}#shells">${words}</a>`
  const densest = profile.indexOf(Math.max(...profile))
  return html`<nav class="neighbours" aria-label="Other shells">${[
    shell > 0 && to(shell - 1, '↓ lower'),
    shell < profile.length - 1 && to(shell + 1, '↑ higher'),
    densest !== shell && to(densest, `densest: ${shellName(grid, densest)}`),
  ]}</nav>`
}

function sourceOf({ source, t0, method, counts }: ShellRun): Html {
  return html`${source}; 24 hours from ${minuteOf(t0)}. ${method}. ${grouped(counts.stale)} left out for old elements.`
}

function jobState(job: ShellJobState | null, running: RunningShellJob | null): Html {
  if (running) return html`${stateMark('unknown')}${runningWords(running)}`
  if (job?.ok === true) return html`${stateMark('operational')}went well`
  if (job?.ok === false) return html`${stateMark('down')}failed`
  return html`${stateMark('unknown')}${job?.finished_at === null ? 'broke off' : 'stopped'}`
}

function fact(name: string, value: Content): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** `2,301` or `23.4`: a mean over the day, of which many need no decimal. */
function objectsOf(mean: number): string {
  const oneDecimal = mean.toFixed(1)
  return Number(oneDecimal) < 100 ? oneDecimal : grouped(Math.round(mean))
}
