import type { Endpoint } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'

/** Deprecation data of the responses of a deprecated operation. */
export interface DeprecationNotice {
  /** Time from which the operation responds with 410, in epoch milliseconds; `Infinity` while undecided. */
  readonly sunsetAt: number
  /** Returns `Deprecation`, `Sunset` and `Link` (RFC 9745, 8594, 8288) for the path's parameters, flat. */
  headers(rawParams: Readonly<Record<string, string>>): readonly string[]
  /** Returns the 410 that applies after the sunset. */
  gone(): Problem
}

/** Returns the notice of a deprecated operation under a base; `undefined` for any other operation. */
export function deprecationNotice({ publication }: Endpoint, base: string): DeprecationNotice | undefined {
  const { from, sunset, successor } = publication?.deprecation ?? {}
  if (from === undefined) return undefined
  const deprecatedAt = Math.floor(Date.parse(from) / 1_000)
  const about = `<${base}/openapi.json>; type="application/json"; rel=`
  const links = [`${about}"deprecation"`, ...(sunset === undefined ? [] : [`${about}"sunset"`])]
  const dates = [
    'access-control-expose-headers',
    'deprecation, sunset, link',
    'deprecation',
    `@${deprecatedAt}`,
    ...(sunset === undefined ? [] : ['sunset', new Date(sunset).toUTCString()]),
  ]
  const withLinks = (target?: string) => {
    const successors = target === undefined ? [] : [`<${base}${target}>; rel="successor-version"`]
    return [...dates, 'link', [...successors, ...links].join(', ')]
  }
  const fixed = withLinks(successor?.includes('{') ? undefined : successor)
  return {
    sunsetAt: sunset === undefined ? Number.POSITIVE_INFINITY : Date.parse(sunset),
    headers: (rawParams) => (successor?.includes('{') ? withLinks(filled(successor, rawParams)) : fixed),
    gone: () => new Problem('gone', { message: goneMessage(sunset, successor && base + successor) }),
  }
}

function goneMessage(sunset: string | undefined, successor: string | undefined): string {
  const cure = successor === undefined ? 'see /openapi.json for all paths' : `use ${successor}`
  return `This path was removed on ${sunset}: ${cure}.`
}

/** Fills in a template; returns `undefined` if a parameter is missing or is not a plain word or number. */
function filled(template: string, params: Readonly<Record<string, string>>): string | undefined {
  const target = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? ''
    return /^[\w.~-]{1,40}$/.test(value) ? value : whole
  })
  return target.includes('{') ? undefined : target
}
