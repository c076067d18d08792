/** The page of the sky: stores the position of the browser in it, and shows times in its time zone. */

const form = document.getElementById('sky-place') as HTMLFormElement
const note = document.getElementById('sky-note')
const here = document.getElementById('sky-here')
const removal = document.getElementById('sky-remove')
const STORED = `space-data place ${new URL(form.action).pathname}`

/** Returns the stored location as a query, or an empty text. A browser may deny access to its storage. */
function loadPlace(): string {
  try {
    return localStorage.getItem(STORED) ?? ''
  } catch {
    return ''
  }
}

function savePlace(query: string): void {
  try {
    if (query) localStorage.setItem(STORED, query)
    else localStorage.removeItem(STORED)
  } catch {}
}

function show(text: string): void {
  if (note) note.textContent = text
}

/** Opens the page of a location in degrees, rounded as on the server. */
function open(latitude: number, longitude: number): void {
  const query = new URLSearchParams({ latitude: latitude.toFixed(2), longitude: longitude.toFixed(2) })
  savePlace(String(query))
  const object = asked.get('object')
  if (object) query.set('object', object)
  location.search = String(query)
}

/** Shows all times of the page in the time zone of the browser. */
function showLocalTimes(): void {
  const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const today = new Date().toDateString()
  for (const each of document.querySelectorAll<HTMLElement | SVGElement>('[data-at]')) {
    const at = new Date(each.dataset['at'] ?? '')
    const isTomorrow = 'day' in each.dataset && at.toDateString() !== today
    each.textContent = `${isTomorrow ? 'tomorrow ' : ''}${clock.format(at)}`
  }
  const zone = document.getElementById('sky-zone')
  if (zone) zone.textContent = `in the time zone of this browser (${clock.resolvedOptions().timeZone})`
}

const asked = new URLSearchParams(location.search)
const isOfPlace = asked.has('latitude') || asked.has('at')
// A text that names no location is not asked again.
if ('unknown' in form.dataset) savePlace('')
const kept = loadPlace()
if (!isOfPlace && kept) location.replace(`?${kept}`)
const map = document.getElementById('sky-map')
map?.addEventListener('click', ({ clientX, clientY }) => {
  const { left, top, width, height } = map.getBoundingClientRect()
  const [north, south] = [Number(map.dataset['north']), Number(map.dataset['south'])]
  open(north - ((clientY - top) / height) * (north - south), ((clientX - left) / width) * 360 - 180)
})
document.documentElement.classList.add('interactive')
if (here) {
  here.hidden = !('geolocation' in navigator)
  here.onclick = () => {
    show('Waiting for the position …')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => open(coords.latitude, coords.longitude),
      () => show('The browser did not provide a position. Enter one.'),
      { maximumAge: 3_600_000, timeout: 20_000 },
    )
  }
}
if (removal) {
  removal.hidden = !kept
  removal.onclick = () => {
    savePlace('')
    location.search = ''
  }
}
form.onsubmit = () => {
  savePlace(String(new URLSearchParams({ at: String(new FormData(form).get('at')) })))
}
showLocalTimes()
