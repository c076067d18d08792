import { type Content, type Html, html } from '#pages/html'
import { kindOf, TYPES } from '#reports/pdf/names'
import { fixed, perBillion, signed, significant, whole } from '#reports/pdf/numbers'
import type { MonthlyReport } from '#reports/report'

/** Renders the numbers of objects by type, and by owner with most objects. */
export function boxScoreTables({ box_score, start_day, last_day }: MonthlyReport): Html {
  const rows = [...TYPES.map(([type, name]) => [name, box_score.by_type[type]] as const)]
  const owners = box_score.by_owner.slice(0, MAX_OWNERS)
  const titles = ['', start_day, last_day, 'Change']
  return html`${table('By type', titles, [
    ...rows.map(([name, { start, end, change }]) => [name, whole(start), whole(end), signed(change)]),
    ['All', ...[whole(box_score.total.start), whole(box_score.total.end), signed(box_score.total.change)]],
  ])}${table(
    `By owner, on ${last_day}`,
    ['Owner (SATCAT)', ...TYPES.map(([, name]) => name), 'All', 'Change'],
    owners.map((owner) => [
      owner.owner || 'unknown',
      ...TYPES.map(([type]) => whole(owner[type])),
      whole(owner.total),
      signed(owner.change),
    ]),
  )}${box_score.by_owner.length > MAX_OWNERS && html`<p class="muted">${MAX_OWNERS} of ${box_score.by_owner.length} owners; JSON and CSV have all.</p>`}`
}

const MAX_OWNERS = 25

/** Renders launches, and re-entries of payloads and rocket bodies. */
export function trafficTables({ launches, re_entries, decays_count, gone_count }: MonthlyReport): Html {
  return html`<p>${whole(decays_count)} objects decayed, and ${whole(gone_count)} left the catalogue without a date of decay.</p>
${table(
  'Launches',
  ['Launch', 'Date', 'Owners', 'Objects'],
  launches.map(({ launch, launch_date, owners, objects_count }) => [
    launch,
    launch_date,
    owners.join(', '),
    whole(objects_count),
  ]),
  'texts',
)}${table(
  'Re-entries of payloads and rocket bodies',
  ['Object', 'Designator', 'Kind', 'Decayed'],
  re_entries.map(({ norad_id, name, international_designator, object_type, decay_date }) => [
    `${name} (${norad_id})`,
    international_designator ?? '–',
    kindOf(object_type),
    decay_date ?? '–',
  ]),
  'texts',
)}`
}

/** Renders the shells that are densest and that have changed most. */
export function shellTables({ density, start_day, last_day }: MonthlyReport): Html {
  const { shells, densest, fastest_growing, fastest_declining } = density
  const titles = ['Altitude, km', `Objects ${start_day}`, `Objects ${last_day}`, 'Change', 'Per 10⁹ km³']
  const rowsOf = (edges: readonly number[]) =>
    edges
      .flatMap((km) => shells.find(({ altitude_min_km }) => altitude_min_km === km) ?? [])
      .map(({ altitude_min_km, altitude_max_km, objects_start, objects_end, density_end_per_km3 }) => [
        `${altitude_min_km}–${altitude_max_km}`,
        fixed(objects_start, 1),
        fixed(objects_end, 1),
        signed(objects_end - objects_start, 1),
        perBillion(density_end_per_km3),
      ])
  return html`${table('Densest shells', titles, rowsOf(densest))}
${table('Shells that gained most objects', titles, rowsOf(fastest_growing))}
${table('Shells that lost most objects', titles, rowsOf(fastest_declining))}`
}

/** Renders the rates of approaches and collisions with all that is assumed. */
export function collisionTables({ collisions: { by_bin, assumptions } }: MonthlyReport): Html {
  return html`${table(
    'Rates by thickness of the shells',
    ['Shells, km', 'Approaches under 1 km, per day', 'Days to a collision without manoeuvres'],
    by_bin.map(({ bin_km, approaches_under_1_km_per_day, no_manoeuvre_collision_days }) => [
      String(bin_km),
      whole(approaches_under_1_km_per_day),
      no_manoeuvre_collision_days === null ? '–' : significant(no_manoeuvre_collision_days),
    ]),
  )}${table(
    'Assumptions',
    ['Assumed', 'Value', 'Source or reason'],
    assumptions.map(({ name, value, source }) => [name, value, source]),
    'texts',
  )}`
}

/** Renders a table; the first column names the rows, and the others are numbers or all kept to the left. */
function table(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  columns: 'numbers' | 'texts' = 'numbers',
): Html {
  if (rows.length === 0) return html`<h3 class="report-heading">${caption}</h3><p class="muted">None.</p>`
  const line = ([name = '', ...cells]: readonly string[]): Content =>
    html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
  return html`<div class="report-table ${columns}" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows.map(line)}</tbody></table></div>`
}
