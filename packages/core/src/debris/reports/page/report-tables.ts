import { twoDigits } from '@space-data/charts/text'
import { ownerName } from '#catalogue/satcat/satcat-owners'
import { kindOf, ownerOf, pairOf, TYPES } from '#debris/reports/pdf/names'
import { fixed, perBillion, signed, whole } from '#debris/reports/pdf/numbers'
import type { MonthlyReport } from '#debris/reports/report'
import { ageSentence, balanceSentence, coverageSentence, isCompared } from '#debris/reports/sentences'
import { type Content, type Html, html } from '#endpoint/page/html'

/** Renders the numbers of objects by type, and by owner with most objects. */
export function boxScoreTables(report: MonthlyReport): Html {
  const { box_score, start_day, last_day } = report
  const ifCompared = (...cells: string[]) => (isCompared(report) ? cells : [])
  const rows = [
    ...TYPES.map(([type, name]) => [name, box_score.by_type[type]] as const),
    ['All', box_score.total] as const,
  ]
  const hasOwners = box_score.by_owner.some(({ owner }) => owner !== '')
  const owners = hasOwners ? box_score.by_owner.slice(0, MAX_OWNERS) : []
  return html`<p>${coverageSentence(report)} ${ageSentence(report)}</p>${table(
    'By type',
    ['', ...ifCompared(start_day), last_day, ...ifCompared('Change')],
    rows.map(([name, { start, end, change }]) => [
      name,
      ...ifCompared(whole(start)),
      whole(end),
      ...ifCompared(signed(change)),
    ]),
  )}${table(
    `By owner, on ${last_day}`,
    ['Owner (code in SATCAT)', ...TYPES.map(([, name]) => name), 'All', ...ifCompared('Change')],
    owners.map(({ owner, owner_name, total, change, ...counts }) => [
      ownerOf(owner, owner_name),
      ...TYPES.map(([type]) => whole(counts[type])),
      whole(total),
      ...ifCompared(signed(change)),
    ]),
  )}${box_score.by_owner.length > MAX_OWNERS && html`<p class="muted">${MAX_OWNERS} of ${box_score.by_owner.length} owners; JSON and CSV have all.</p>`}`
}

const MAX_OWNERS = 25

/** Renders launches, and re-entries of payloads and rocket bodies. */
export function trafficTables(report: MonthlyReport): Html {
  const { launches, re_entries } = report
  const launchRows = launches.map(({ launch, launch_date, owners, objects_count }) => {
    const names = owners.map((owner) => ownerOf(owner, ownerName(owner))).join(', ')
    return [launch, launch_date, names, whole(objects_count)]
  })
  const decayRows = re_entries.map(
    ({ norad_id, name, international_designator, object_type, decay_date }) => [
      `${name} (${norad_id})`,
      international_designator ?? '–',
      kindOf(object_type),
      decay_date ?? '–',
    ],
  )
  const titles = ['Object', 'Designator', 'Kind', 'Decayed']
  return html`<p>${balanceSentence(report)}</p>
${table('Launches', ['Launch', 'Date', 'Owners', 'Objects'], launchRows, 'texts')}
${isCompared(report) && table('Re-entries of payloads and rocket bodies', titles, decayRows, 'texts')}`
}

/** Renders the shells that are densest and that have changed most. */
export function shellTables(report: MonthlyReport): Html {
  const { density, start_day, last_day } = report
  const { shells, densest, fastest_growing, fastest_declining } = density
  const hasChanges = isCompared(report)
  const ifCompared = (...cells: string[]) => (hasChanges ? cells : [])
  const titles = [
    'Altitude, km',
    ...ifCompared(`Objects ${start_day}`),
    `Objects ${last_day}`,
    ...ifCompared('Change'),
    'Per 10⁹ km³',
    'Without constellations',
  ]
  const rowsOf = (edges: readonly number[]) =>
    edges
      .flatMap((km) => shells.find(({ altitude_min_km }) => altitude_min_km === km) ?? [])
      .map((shell) => {
        const { altitude_min_km, altitude_max_km, objects_start, objects_end } = shell
        const without = shell.density_end_without_constellations_per_km3
        return [
          `${altitude_min_km}–${altitude_max_km}`,
          ...ifCompared(fixed(objects_start, 1)),
          fixed(objects_end, 1),
          ...ifCompared(signed(objects_end - objects_start, 1)),
          perBillion(shell.density_end_per_km3),
          perBillion(without),
        ]
      })
  return html`${table('Densest shells', titles, rowsOf(densest))}
${hasChanges && table('Shells that gained most objects', titles, rowsOf(fastest_growing))}
${hasChanges && table('Shells that lost most objects', titles, rowsOf(fastest_declining))}`
}

/** Renders the rates of approaches and collisions, what they are made of, and all that is assumed. */
export function collisionTables({ collisions }: MonthlyReport): Html {
  const { rates, by_bin, by_pair, by_shell, by_constellation, without_own_pairs, assumptions } = collisions
  const own = `${rates.bin_km}, without pairs of one constellation`
  const rows = by_bin.map((each) => [String(each.bin_km), each] as const)
  return html`${table(
    'Rates by thickness of the shells',
    ['Shells, km', 'Approaches under 1 km, per day', 'Days to a collision if nothing manoeuvred'],
    [...rows, [own, without_own_pairs] as const].map(([name, each]) => [
      name,
      whole(each.approaches_under_1_km_per_day),
      each.no_manoeuvre_collision_days === null ? '–' : twoDigits(each.no_manoeuvre_collision_days),
    ]),
  )}${shareTable(
    'Collisions by kinds of the two objects',
    by_pair.map((pair) => [pairOf(pair.object_type, pair.other_object_type), pair]),
  )}${shareTable(
    'The shells with most collisions',
    by_shell.map((shell) => [`${shell.altitude_min_km}–${shell.altitude_max_km} km`, shell]),
  )}${shareTable(
    'Collisions of two satellites of one constellation',
    by_constellation.map((each) => [each.constellation, each]),
  )}${table(
    'Assumptions',
    ['Assumed', 'Value', 'Source or reason'],
    assumptions.map(({ name, value, source }) => [name, value, source]),
    'texts',
  )}`
}

type Share = Pick<MonthlyReport['collisions']['by_pair'][number], 'collisions_per_day' | 'share_percent'>

function shareTable(caption: string, rows: readonly (readonly [string, Share])[]): Html {
  return table(
    caption,
    ['', 'Per day', 'Share, %'],
    rows.map(([name, { collisions_per_day, share_percent }]) => {
      return [name, twoDigits(collisions_per_day), fixed(share_percent, 1)]
    }),
  )
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
