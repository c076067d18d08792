import { runningWords, spanOf } from '@space-data/charts'
import { type ShellGrid, shellEdgesKm } from '#orbit/shell-grid'
import { altitudeProfile } from '#pages/altitude-profile'
import { type Content, type Html, html } from '#pages/html'
import { groupThousands } from '#pages/number-format'
import { formatPerBillionKm3, shellHeatMap } from '#pages/shell-heat-map'
import { stateIcon } from '#pages/state-icon'
import { type Debris, type StatusFacts, shellName } from '#pages/status-facts'
import { formatDateTime, relativeAndAbsoluteTime } from '#pages/timestamps'
import type { RunningShellJob, ShellJobFacts, ShellJobState } from '#store/repositories/shell-job'
import { nextShellRun } from '#store/repositories/shell-schedule'
import type { ShellRun } from '#store/repositories/shells'

/** Renders the state of the nightly job, a map of one shell and the density of all shells by altitude. */
export function debrisSection(facts: StatusFacts, root: string): Html {
  const { debris, now } = facts
  const state = facts.shellJob ?? { job: null, running: null, nextRunAt: nextShellRun(now) }
  const { job, running, nextRunAt } = state
  return html`<section aria-labelledby="shells"><h2 id="shells">Debris shells</h2>
<p class="intro">Every night, all objects of the public catalogue are propagated over 24 hours and counted in ${facts.grid.shellKm} km altitude shells.</p>
<dl class="job">${[
    fact(running ? 'Now' : 'Last run', running || job ? jobState(job, running) : 'none yet'),
    fact('Started', job ? relativeAndAbsoluteTime(job.startedAt, now) : '–'),
    fact('Duration', job?.finishedAt ? spanOf(job.finishedAt - job.startedAt) : '–'),
    fact('Objects', debris ? `${groupThousands(debris.run.counts.used)} propagated` : '–'),
    fact('Next run', relativeAndAbsoluteTime(nextRunAt, now)),
  ]}</dl>
${job?.ok === false && job.error !== null && html`<p class="wrong">${job.error}</p>`}
${debris ? publishedShells(debris, root) : emptyState(state, now)}</section>`
}

function emptyState({ running, nextRunAt }: ShellJobFacts, now: number): Html {
  const message = running
    ? html`<strong>No shells yet: ${runningWords(running)}.</strong> Reload this page in a few seconds.`
    : html`<strong>No shells yet.</strong> The next run starts ${relativeAndAbsoluteTime(nextRunAt, now)}. Computed nightly at 03:17 UTC and shortly after first start. To compute now, run <code>space-data shell run</code>.`
  return html`<div class="card empty-state"><p>${message}</p></div>`
}

function publishedShells({ run, shell, density, profile }: Debris, root: string): Html {
  const name = shellName(run.grid, shell)
  return html`<div class="shells"><article class="card"><div class="heading"><h3>Shell ${name}</h3>${altitudeForm(run.grid, shell, root)}</div>
${
  density
    ? html`<p class="meaning">${formatMeanCount(density.objects_total)} objects on average, ${formatPerBillionKm3(density.mean_density_per_km3)} per billion km³</p>${shellHeatMap(density, run.grid.binDeg, name)}`
    : html`<p class="meaning">This shell is unavailable while a new run replaces it. Reload in a minute.</p>`
}
${shellLinks({ run, shell, profile }, root)}</article>
<article class="card"><h3>By altitude</h3><p class="meaning">Objects per billion km³ by altitude in km; the shell on the map is highlighted</p>
${altitudeProfile(profile, shell, run.grid)}
<p class="when">${sourceLine(run)}</p></article></div>`
}

/** Renders a form that works without script. Any whole km is valid: the server shows the shell around it. */
function altitudeForm(grid: ShellGrid, shell: number, root: string): Html {
  const { lowerKm } = shellEdgesKm(grid, shell)
  return html`<form method="get" action="${root}status#shells"><label for="alt">Altitude, km</label>
<input id="alt" name="alt" type="number" inputmode="numeric" min="${grid.minKm}" max="${grid.maxKm - grid.shellKm}" step="1" value="${lowerKm}" required><button>Show</button></form>`
}

function shellLinks({ run, shell, profile }: Pick<Debris, 'run' | 'shell' | 'profile'>, root: string): Html {
  const { grid } = run
  const link = (target: number, label: string) =>
    html`<a href="${root}status?alt=${shellEdgesKm(grid, target).lowerKm}#shells">${label}</a>`
  const densest = profile.indexOf(Math.max(...profile))
  return html`<nav class="neighbours" aria-label="Other shells">${[
    shell > 0 && link(shell - 1, '↓ lower'),
    shell < profile.length - 1 && link(shell + 1, '↑ higher'),
    densest !== shell && link(densest, `densest: ${shellName(grid, densest)}`),
  ]}</nav>`
}

function sourceLine({ source, t0, method, counts }: ShellRun): Html {
  return html`${source}, 24 hours from ${formatDateTime(t0)}. ${method}. ${groupThousands(counts.stale)} objects excluded: elements over 30 days old.`
}

function jobState(job: ShellJobState | null, running: RunningShellJob | null): Html {
  if (running) return html`${stateIcon('unknown')}${runningWords(running)}`
  if (job?.ok === true) return html`${stateIcon('operational')}succeeded`
  if (job?.ok === false) return html`${stateIcon('down')}failed`
  return html`${stateIcon('unknown')}${job?.finishedAt === null ? 'interrupted' : 'stopped'}`
}

function fact(name: string, value: Content): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** Formats a mean number of objects: `23.4`, without a decimal from 100 up: `2,301`. */
function formatMeanCount(mean: number): string {
  const oneDecimal = mean.toFixed(1)
  return Number(oneDecimal) < 100 ? oneDecimal : groupThousands(Math.round(mean))
}
