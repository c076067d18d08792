import { type CheckGroup, expectOk, failures, getList, getMember, SkippedCheck } from '#doctor/check'
import { keyHeaders, requestExample } from '#doctor/requests'

const HOUR_MS = 3_600_000
const PEOPLE = '/v1/people'
const PREVIOUS = '/v1/launches/previous'

/** People in space, and previous launches. */
export const people: CheckGroup = {
  title: 'People and launches',
  checks: [
    {
      id: 'people.list',
      clause: 'C4.45',
      expects: 'people in space are listed once each, with a past since, in a list at most 24 h old',
      async run(target) {
        return failures([await requestExample(PEOPLE, target)], (exchange) => {
          const listed = getList(exchange, 'people')
          const ids = new Set(listed.map((each) => getMember(each, 'id')))
          if (listed.length === 0) return 'the list is empty'
          if (ids.size < listed.length) return 'a person is listed twice'
          const { servedAt } = exchange
          const ageMs = servedAt - Date.parse(String(getMember(exchange.json, 'fetched_at')))
          if (ageMs > 24 * HOUR_MS) return `it was fetched ${Math.round(ageMs / HOUR_MS)} h ago`
          const isAhead = listed.some(
            (each) => Date.parse(String(getMember(each, 'since'))) > servedAt + HOUR_MS,
          )
          return isAhead ? 'since is in the future' : undefined
        })
      },
    },
    {
      id: 'people.open-notify',
      clause: 'C20.10',
      expects: 'the list at open-notify’s path has the same people',
      async run(target) {
        const theirs = await requestExample('/astros.json', target)
        const ours = await requestExample(PEOPLE, target)
        return failures([theirs], ({ json, headers }) => {
          if (headers.get('x-fetched-at') !== getMember(ours.json, 'fetched_at'))
            throw new SkippedCheck('the list was refreshed in between')
          const named = (list: unknown) =>
            (Array.isArray(list) ? list : []).map((each) => String(getMember(each, 'name')))
          const names = named(getMember(json, 'people'))
          const isSame = String(names) === String(named(getList(ours, 'people')))
          const number = getMember(getMember(ours.json, 'data'), 'count')
          return isSame && getMember(json, 'number') === number ? undefined : 'the lists differ'
        })
      },
    },
    {
      id: 'launches.previous',
      clause: 'C4.43',
      expects: 'previous launches are in the past, latest first, and days excludes older ones',
      async run(target) {
        const path = `${PREVIOUS}?days=30`
        return failures([expectOk(await target.get(path, await keyHeaders(target)))], (exchange) => {
          const asOf = Date.parse(String(getMember(getMember(exchange.json, 'data'), 'as_of')))
          const times = getList(exchange, 'launches').map((each) =>
            Date.parse(String(getMember(each, 'net'))),
          )
          if (times.some((at) => at > asOf)) return 'one is in the future'
          if (times.some((at) => at < asOf - 30 * 24 * HOUR_MS)) return 'one is older than 30 days'
          return times.some((at, i) => at > (times[i - 1] ?? asOf)) ? 'they are not in order' : undefined
        })
      },
    },
  ],
}
