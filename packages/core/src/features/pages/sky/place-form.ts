import { worldMap } from '@space-data/charts'
import { noObjectNote, type ObjectMatches } from '#features/pages/find-objects'
import { cities } from '#features/pages/sky/cities'
import type { PlaceOfSky, SkyFacts } from '#features/pages/sky/sky-facts'
import { type Html, html } from '#features/shared/page/html'

/** The edges of the map in degrees: hardly anybody lives beyond them. */
const [NORTH_DEG, SOUTH_DEG] = [84, -58]

/** Names a location: a city there, or `48.14° N, 11.58° E`. */
export function placeName({ latitude, longitude }: PlaceOfSky): string {
  const city = cities().find((each) => each.latitude === latitude && each.longitude === longitude)
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`
  return city?.name ?? `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`
}

/**
 * Renders the form: a text field with a list of cities, one for an object, and a map that the script reads.
 */
export function placeForm({ asked, place, isExample, matches }: SkyFacts, root: string): Html {
  const isUnknown = isExample && asked !== ''
  const note = isUnknown
    ? 'This is neither a city of the list nor a pair of coordinates such as 52.52, 13.40.'
    : ''
  return html`<form class="place card" action="${root}sky" id="sky-place"${isUnknown && html` data-unknown`}><div><label for="sky-at">City, or latitude and longitude</label>
<p class="entry"><input id="sky-at" name="at" list="sky-cities" value="${isExample ? asked : placeName(place)}" placeholder="52.52, 13.40" required maxlength="60" autocomplete="off"${isUnknown && html` aria-invalid="true" aria-describedby="sky-note"`}><button>Show</button><button type="button" id="sky-here" data-live hidden>Use my position</button><button type="button" id="sky-remove" class="plain" data-live hidden>Remove it</button></p>
<datalist id="sky-cities">${cities().map(({ name }) => html`<option value="${name}">`)}</datalist>
<p class="sub" id="sky-note" role="status">${note}</p>${matches && objectField(matches)}<p class="sub">South and west are negative. The location is rounded to 0.01°, about 1 km. It is stored in this browser and never logged.</p></div>${map(place)}</form>`
}

function objectField(matches: ObjectMatches): Html {
  const note = noObjectNote(matches)
  return html`<label for="sky-object">Object, besides the bright ones</label>
<p class="entry"><input type="search" id="sky-object" name="object" value="${matches.text}" placeholder="Hubble, 1998-067A or 25544" maxlength="60" autocomplete="off"${note && html` aria-describedby="sky-object-note"`}></p><p class="sub" id="sky-object-note">${note}</p>`
}

function map({ latitude, longitude }: PlaceOfSky): Html {
  const { width, height, land, place } = worldMap(NORTH_DEG, SOUTH_DEG)
  const [x, y] = place(latitude, longitude).map(Math.round)
  return html`<svg class="world" id="sky-map" data-north="${NORTH_DEG}" data-south="${SOUTH_DEG}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Map with the location"><path class="land" d="${land}"/><circle class="here" cx="${x}" cy="${y}" r="9"/></svg>`
}
