import { nginx, present, type SharedCache, undici, varnish } from '../support/proxies.ts'

/**
 * Makes no difference of `Authorization`, and keeps everything that the origin does not forbid, errors too.
 */
const NAIVE = `
  sub vcl_recv { if (req.method == "GET" || req.method == "HEAD") { return (hash); } }
  sub vcl_backend_response {
    if (beresp.ttl <= 0s && beresp.http.Cache-Control !~ "(?i)no-store|private") { set beresp.ttl = 60s; }
  }`

/** Breaks RFC 9111: keeps every 200 for its max-age, `private` or not. */
const BROKEN = `
  sub vcl_recv { if (req.method == "GET" || req.method == "HEAD") { return (hash); } }
  sub vcl_backend_response { if (beresp.status == 200) { return (deliver); } }`

interface NamedCache {
  readonly name: string
  readonly isHere: boolean
  /** Gives a public answer for ten seconds past its end while it fetches the next. */
  readonly hasGrace?: true
  /** Gives the headers of before with a body that a 304 confirms, unlike RFC 9111 §4.3.4. */
  readonly keepsOldHeaders?: true
  readonly start: (origin: string, folder: string) => SharedCache | Promise<SharedCache>
}

/** Shared caches that are right, as far as the words of the origin go. */
export const caches: readonly NamedCache[] = [
  {
    name: 'nginx, keeping all it may',
    isHere: present.nginx,
    start: (origin, folder) => nginx({ origin, folder }),
  },
  {
    name: 'Varnish as it comes',
    isHere: present.varnish,
    hasGrace: true,
    start: (origin, folder) => varnish({ origin, folder }),
  },
  {
    name: 'Varnish without grace, keeping all it may',
    isHere: present.varnish,
    start: (origin, folder) => varnish({ origin, folder }, NAIVE, ['default_grace=0']),
  },
  { name: 'undici', isHere: present.undici, keepsOldHeaders: true, start: (origin) => undici({ origin }) },
]

export const brokenCache: NamedCache = {
  name: 'Varnish, deaf to private',
  isHere: present.varnish,
  start: (origin, folder) => varnish({ origin, folder }, BROKEN),
}
