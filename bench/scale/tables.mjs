// The generated tables of docs/scaling.md.
import { KINDS, measuredRows, PRICES } from './inputs.mjs'
import { reckon } from './reckon.mjs'
import { STEPS } from './steps.mjs'

/** Markdown of what `bench requests` measured. */
export function requestTable() {
  return markdown(
    ['one request', 'CPU µs', 'bytes'],
    measuredRows().map(({ what, us, bytes }) => [what, number(us), number(bytes)]),
  )
}

/** Markdown of the clients that are simulated. */
export function clientTable() {
  return markdown(
    ['kind', 'of all clients', 'asks every', 'at the same time', 'about'],
    KINDS.map(({ name, share, everyS, together, entries }) => [
      name,
      percent(share),
      `${everyS.toLocaleString('en-US')} s`,
      percent(together),
      entries === 0
        ? 'a place of its own'
        : `${entries} ${entries === 1 ? 'entry' : 'entries'}, the same for all`,
    ]),
  )
}

/** Markdown of what each step carries. */
export function stepTable() {
  const rows = STEPS.map((step) => {
    const result = reckon(step)
    return [
      step.name,
      number(result.clients),
      number(result.requestsPerSecond),
      number(result.arrivedPerSecond),
      number(result.busiestSecond),
      number(result.carries),
      result.first,
      dollars(result.dollarsPerMillion),
      dollars(result.dollarsPerMillion + idle(step, result)),
    ]
  })
  const head = ['step', 'clients', 'requests/s', 'reach the servers/s', 'in the busiest second']
  return markdown([...head, 'clients it carries', 'breaks first', '$ a million', 'with idle cores'], rows)
}

/** Dollars of the cores of a step that are paid and not used, for a million requests. */
function idle({ cores = 0, central, store, coreHour = PRICES.coreHour }, result) {
  const paid = cores + (central?.cores ?? 0) + (store?.machine ?? 0)
  const hours = 1e6 / result.requestsPerSecond / 3_600
  return paid === 0 ? 0 : paid * hours * coreHour - result.cpuDollarsPerMillion
}

function markdown(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Two significant digits from 100 on, with separators. */
function number(value) {
  const scale = value < 100 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 1)
  return (Math.round(value / scale) * scale).toLocaleString('en-US')
}

function percent(share) {
  return `${Math.round(share * 100)} %`
}

function dollars(value) {
  return value < 1 ? value.toFixed(3) : number(value)
}
