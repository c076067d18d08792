import type { Endpoint } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'

/** What the responses of a deprecated operation carry beside their data. */
export interface DeprecationNotice {
  /** From when the operation is 410, in epoch milliseconds; `Infinity` while that is not decided. */
  readonly sunsetAt: number
  /** Returns `Deprecation`, `Sunset` and `Link` (RFC 9745, 8594, 8288) for the path's parameters, flat. */
  headers(rawParams: Readonly<Record<string, string>>): readonly string[]
  /** Returns the 410 after the sunset. */
  gone(): Problem
}

/** Returns the notice of an operation that is deprecated, under a base, and `undefined` for any other. */
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
  const cure = successor === undefined ? 'see /openapi.json for what there is' : `use ${successor}`
  return `This path was removed on ${sunset}: ${cure}.`
}

/** Fills in a template; `undefined` if a parameter is missing or is more than a plain word or number. */
function filled(template: string, params: Readonly<Record<string, string>>): string | undefined {
  const target = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? ''
    return /^[\w.~-]{1,40}$/.test(value) ? value : whole
  })
  return target.includes('{') ? undefined : target
}
