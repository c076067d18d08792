import type { Endpoint } from '#declare/endpoint'
import type { Copy } from '#mirror/copy'
import { type ProblemCode, problems } from '#problem'
import { minutes, seconds } from '#time'
import { Failure, statusFailure } from '#upstreams/failure'
import { type Upstream, type UpstreamAnswer, type UpstreamVerdict, upstream } from '#upstreams/upstream'

/** The central instance says that what was asked for is not to be had; clients are told the same. */
export class CentralSays extends Failure {
  readonly problemCode: ProblemCode
  readonly retryAfterSeconds: number | undefined
  /** In the central instance's words, where they say more than the code. */
  readonly words: string | undefined

  constructor(code: ProblemCode, retryAfterSeconds: number | undefined, words: string | undefined) {
    super('absent', `the central instance answers ${code}`)
    this.problemCode = code
    this.retryAfterSeconds = retryAfterSeconds
    this.words = words
  }
}

/** Whether what an endpoint answers is the central instance's to say; the rest, such as `/ref`, the program knows by itself. */
export function isMirrored({ problems }: Endpoint): boolean {
  return problems.includes('upstream_invalid')
}

/** The feed that an endpoint of a mirror asks: the same path of the central instance. */
export function centralFeed({ path, ttlMs = 0, problems }: Endpoint): Upstream<string, Copy> {
  return upstream({
    id: `central${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`,
    provider: 'central',
    label: path,
    target: (target) => target,
    probe: path,
    parse: (): Copy => {
      throw new TypeError('read with its headers')
    },
    newest: ({ fetchedAt }) => fetchedAt,
    isOlder: (copy, than) => copy.fetchedAt < than.fetchedAt,
    cadenceMs: ttlMs,
    // The largest group is 3 MB as text; central answers what takes it long with 503 after ten seconds.
    maxBytes: 16 * 1024 * 1024,
    deadlineMs: seconds(15),
    reading: (answer) => reading(answer, problems),
  })
}

/** What statuses mean that say more of the mirror, or of what it asked for, than of the central instance. */
function reading(answer: UpstreamAnswer, known: readonly ProblemCode[]): UpstreamVerdict | undefined {
  const { status } = answer
  const unavailable = (words: string) => statusFailure('unavailable', status, words)
  if (status === 401 || status === 403) {
    throw unavailable(
      `the central instance refuses the key of this mirror (HTTP ${status}): give it a valid one`,
    )
  }
  if (status === 508) {
    throw unavailable('the request came back: this mirror and its central instance ask each other')
  }
  if (status === 429) {
    // Only the quota of a key comes with its numbers: the rate of a network is that of the paths which need no key.
    if (answer.header('ratelimit') === null) {
      throw unavailable('the central instance limits how often this network may ask')
    }
    const waitMs = seconds(retryAfter(answer) ?? 60)
    // The key may be replaced, or its tier raised, before the day is over.
    return {
      is: 'stop',
      forMs: Math.min(waitMs, minutes(10)),
      because: 'the quota of this mirror at the central instance is used up',
    }
  }
  const code = codeIn(answer)
  if (code !== undefined && (code === 'invalid_parameter' || known.includes(code)) && status < 500) {
    throw new CentralSays(code, retryAfter(answer), undefined)
  }
  if (code === 'upstream_stale') throw new CentralSays(code, retryAfter(answer), messageIn(answer))
  if (code === 'upstream_invalid') {
    throw statusFailure('invalid', status, 'the upstream of the central instance sends something unusable')
  }
  // Of one path: what the central instance cannot reach there says nothing of the others.
  if (status >= 500) throw unavailable(`HTTP ${status}`)
  return undefined
}

function codeIn({ status, body }: UpstreamAnswer): ProblemCode | undefined {
  if (status < 400) return undefined
  const [, code = ''] = /^\{"error":"([a-z_]{1,40})"/.exec(body) ?? []
  return Object.hasOwn(problems, code) && problems[code as ProblemCode].status === status
    ? (code as ProblemCode)
    : undefined
}

/** The message of a failure, if it is a sentence that can be given on. */
function messageIn({ body }: UpstreamAnswer): string | undefined {
  return /^\{"error":"[a-z_]+","message":"([ !#-[\]-~]{1,300})"\}$/.exec(body)?.[1]
}

function retryAfter({ header }: UpstreamAnswer): number | undefined {
  const text = header('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
