import { issuedAtIn } from '#features/space-weather/swpc/text-product'
import { days, hours } from '#kernel/kit/time'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** Text of the forecasters on one topic; `null` if they wrote nothing. */
interface Section {
  /** Such as `Solar Activity`. */
  readonly topic: string
  readonly summary: string | null
  readonly forecast: string | null
}

/** The forecasters' discussion of the last day and the next days. */
export interface Discussion {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  readonly sections: readonly Section[]
  readonly text: string
}

/** The discussion, issued at 00:30 and 12:30 UTC. */
export const discussionText = measured<Discussion>({
  id: 'swpc-discussion',
  provider: 'swpc',
  label: 'forecast discussion',
  target: () => '/text/discussion.txt',
  probeParams: undefined,
  parse: parseDiscussion,
  newestAt: ({ issuedAt }) => issuedAt,
  cadenceMs: hours(12),
  maxAgeMs: days(2),
  maxBytes: 128 * 1024,
})

const SUMMARY = '.24 hr Summary...'
const FORECAST = '.Forecast...'

function parseDiscussion(body: string, now: number, { onRows }: ParseListeners = {}): Discussion {
  if (!body.endsWith('\n')) throw new ShapeError('the text is truncated')
  const lines = body
    .split('\n')
    .slice(0, -1)
    .map((line) => line.trimEnd())
  const issuedAt = issuedAtIn(lines, now)
  // The topic is the last non-empty line before its summary.
  const heads = lines.flatMap((line, summary) =>
    line === SUMMARY ? [lines.findLastIndex((each, i) => i < summary && each !== '')] : [],
  )
  if (heads.length === 0) throw new ShapeError(`${SUMMARY} is missing`)
  const sections = readRows(heads, (head, i) => sectionOf(lines.slice(head, heads[i + 1])), {
    onRows,
    nameOf: (head) => `line ${head + 1}`,
  })
  if (sections.at(-1)?.forecast === null) throw new ShapeError(`${FORECAST} is missing`)
  return { issuedAt, sections, text: `${lines.join('\n')}\n` }
}

function sectionOf([topic = '', ...lines]: readonly string[]): Section {
  if (!/^[A-Z][A-Za-z ]{2,40}$/.test(topic)) throw new ShapeError('a topic is missing')
  const [from, to] = [lines.indexOf(SUMMARY), lines.indexOf(FORECAST)]
  return {
    topic,
    summary: paragraphs(lines.slice(from + 1, to < 0 ? undefined : to)),
    forecast: to < 0 ? null : paragraphs(lines.slice(to + 1)),
  }
}

/** Joins the lines of each paragraph. Paragraphs are separated by a blank line. */
function paragraphs(lines: readonly string[]): string | null {
  const text = lines
    .join('\n')
    .trim()
    .replace(/\n{2,}/g, '\0')
    .replace(/\n/g, ' ')
    .replaceAll('\0', '\n\n')
  return text || null
}
