import * as v from 'valibot'
import type { Settings } from '#context'
import { dataEndpoint } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { eventKinds, launchStatuses } from '#declare/kinds'
import { flareClasses, geomagneticStorms, radiationStorms, radioBlackouts } from '#declare/scales'
import { count, quantity, text } from '#declare/schemas'
import { fromOurselves } from '#declare/source'
import { units } from '#declare/units'
import { tierOf } from '#keys/tiers'
import { shellCountOf, shellEdgesKm } from '#orbit/shell-grid'
import { problems } from '#problem'
import { hours } from '#time'
import { feeds } from '#upstreams/index'
import { providers } from '#upstreams/providers'
import { tleGroups } from '#upstreams/tle-groups'

/** The tables that the data refer to, each read from the table that the code itself uses. */
export function reference(
  { grid, tiers }: Pick<Settings, 'grid' | 'tiers'>,
  table: () => readonly Endpoint[],
): readonly Endpoint[] {
  const free = tierOf('free', tiers)
  return [
    list(
      '/ref',
      'The reference tables',
      'tables',
      { path: text('Path of the table', '/ref/tiers'), summary: words },
      () =>
        table()
          .filter(({ path }) => path.startsWith('/ref/'))
          .map(({ path, summary }) => ({ path, summary })),
    ),
    list(
      '/ref/endpoints',
      'Every path of this interface',
      'endpoints',
      {
        method: text('HTTP method', 'GET'),
        path: text('Path template', '/v1/space-weather/kp'),
        summary: words,
        key_needed: v.pipe(v.boolean(), v.description('Whether a key is needed'), v.examples([true])),
        ttl_seconds: v.nullable(
          count('Seconds for which an answer is valid; null when it is never cached', 900),
        ),
      },
      () =>
        table().map(({ method, path, summary, access, ttlMs }) => ({
          method,
          path,
          summary,
          key_needed: access === 'key',
          ttl_seconds: ttlMs === undefined ? null : ttlMs / 1_000,
        })),
    ),
    list(
      '/ref/tiers',
      'Tiers and their daily limits',
      'tiers',
      {
        tier: v.pipe(v.picklist([...tiers.keys()]), v.description('Name of the tier'), v.examples(['free'])),
        price: text('Price in US dollars', '29 per month'),
        requests_per_day: v.nullable(
          count('Requests per UTC day; null is unbounded', free.requests_per_day ?? 1_000),
        ),
        keys: v.nullable(count('Keys per account; null when no figure is given', free.keys ?? 1)),
        support: text('Support', 'Community'),
      },
      () =>
        [...tiers].map(([tier, { price, requests_per_day, keys, support }]) => ({
          tier,
          price,
          requests_per_day,
          keys,
          support,
        })),
    ),
    list(
      '/ref/tle-groups',
      'Names of the TLE groups',
      'groups',
      { group: text('Name of the group', 'stations'), path: text('Where its text is', '/v1/tle/stations') },
      () => tleGroups.map((group) => ({ group, path: `/v1/tle/${group}` })),
    ),
    list(
      '/ref/shells',
      'The altitude shells',
      'shells',
      {
        altitude_min_km: count('Lower edge of the shell, km', 780),
        altitude_max_km: count('Upper edge of the shell, km', 790),
        path: text('Where its density is', '/shell/density/780'),
      },
      () =>
        Array.from({ length: shellCountOf(grid) }, (_, shell) => {
          const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
          return { altitude_min_km: lowerKm, altitude_max_km: upperKm, path: `/shell/density/${lowerKm}` }
        }),
    ),
    list(
      '/ref/scales',
      'NOAA space weather scales',
      'scales',
      {
        scale: text('Step of the scale: G geomagnetic storms, S radiation storms, R radio blackouts', 'G1'),
        name: text('NOAA’s word for it', 'minor'),
        quantity: text('What it is read from', 'kp'),
        from: quantity('Least value of that quantity', 5),
      },
      () => [
        ...geomagneticStorms.map((step) => ({ ...step, quantity: 'kp' })),
        ...radiationStorms.map((step) => ({ ...step, quantity: 'flux_pfu' })),
        ...radioBlackouts.map((step) => ({ ...step, quantity: 'flux_w_m2' })),
      ],
    ),
    list(
      '/ref/flare-classes',
      'X-ray flare classes',
      'classes',
      {
        flare_class: text('Letter of the class', 'M'),
        flux_from_w_m2: quantity('Flux of its first step, 0.1–0.8 nm, W/m²', 1e-5, 0),
      },
      () => flareClasses.map(({ letter, from }) => ({ flare_class: letter, flux_from_w_m2: from })),
    ),
    list(
      '/ref/errors',
      'Every error code',
      'errors',
      {
        error: text('Stable code', 'invalid_key'),
        status: count('HTTP status', 401),
        message: text('What it means', problems.invalid_key.message),
      },
      () => Object.entries(problems).map(([error, { status, message }]) => ({ error, status, message })),
    ),
    list(
      '/ref/sources',
      'Providers, their licences and attributions',
      'sources',
      {
        provider: text('Name of the provider', 'NOAA SWPC'),
        licence: text('Terms of use', providers.swpc.licence),
        attribution: text('How to credit it', providers.swpc.attribution),
        cadence: text('How often it is renewed', providers.swpc.cadence),
        feeds: v.pipe(
          v.array(v.string()),
          v.description('Feeds that are asked'),
          v.examples([['swpc-kp-1m']]),
        ),
        limits: v.pipe(
          v.array(
            v.strictObject({
              feed: text('Name of the feed', 'swpc-kp-1m'),
              max_age_seconds: count('Age of a value from which it is not given any more', 21_600),
            }),
          ),
          v.description(
            'How long ago as_of of a value may be: what a feed, or one that stands in for it, says of longer ago is ' +
              '503 upstream_stale. Empty where age tells nothing',
          ),
        ),
      },
      () =>
        Object.entries(providers).map(([id, { name, licence, attribution, cadence }]) => ({
          provider: name,
          licence,
          attribution,
          cadence,
          feeds: feeds.filter(({ provider }) => provider === id).map((feed) => feed.id),
          limits: feeds
            .filter(({ provider, askedAs, ...feed }) => provider === id && askedAs === feed.id)
            .flatMap(({ id: feed, currentMs }) =>
              currentMs === undefined ? [] : [{ feed, max_age_seconds: currentMs / 1_000 }],
            ),
        })),
    ),
    list(
      '/ref/units',
      'Units by the suffix of a field’s name',
      'units',
      { suffix: text('End of the field’s name', '_km_s'), unit: text('Its unit', 'kilometres per second') },
      () => units.map(({ suffix, unit }) => ({ suffix, unit })),
    ),
    list(
      '/ref/event-kinds',
      'Kinds of events',
      'kinds',
      { kind: text('Value of the field kind', 'cme'), meaning: words },
      () => Object.entries(eventKinds).map(([kind, meaning]) => ({ kind, meaning })),
    ),
    list(
      '/ref/launch-statuses',
      'States of a launch',
      'statuses',
      { status: text('Value of the field status', 'go'), meaning: words },
      () => Object.entries(launchStatuses).map(([status, meaning]) => ({ status, meaning })),
    ),
  ]
}

const words = text('In words', 'Coronal mass ejection')

/** A public endpoint whose data are one list of rows. */
function list<Row extends v.ObjectEntries>(
  path: string,
  summary: string,
  name: string,
  row: Row,
  rows: () => v.InferOutput<v.StrictObjectSchema<Row, undefined>>[],
): Endpoint {
  return dataEndpoint({
    path,
    summary,
    tag: 'Reference',
    access: 'reference',
    ttlMs: hours(24),
    data: v.strictObject({ [name]: v.pipe(v.array(v.strictObject(row)), v.description(summary)) }),
    source: fromOurselves(() => ({ [name]: rows() })),
  })
}
