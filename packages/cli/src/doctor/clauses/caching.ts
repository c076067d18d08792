import { type Breach, type Chapter, faults, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { dataAnswers, keyHeaders, orNone, publicPages } from '#doctor/samples'
import { KP, OBJECT, TLE } from '#doctor/specification'

export const caching: Chapter = {
  title: 'Caching',
  checks: [
    {
      id: 'caching.keyed',
      clause: 'DECISIONS 7',
      holds: 'an answer to a key is private or no-store, never public or s-maxage',
      look: async (patient) =>
        faults(await keyed(patient), 'cache-control', ({ headers }) =>
          mismatch(headers, 'cache-control', /^(private, max-age=\d+|no-store)$/),
        ),
    },
    {
      id: 'caching.vary',
      clause: 'DECISIONS 7',
      holds: 'an answer to a key varies by Authorization and X-API-Key',
      look: async (patient) =>
        faults(await keyed(patient), 'vary', ({ headers }) => {
          const given = listOf(headers.get('vary'))
          return ['authorization', 'x-api-key'].every((name) => given.includes(name))
            ? undefined
            : `Vary: ${headers.get('vary') ?? 'none'}`
        }),
    },
    {
      id: 'caching.public',
      clause: 'DECISIONS 7',
      holds: 'a public page may be kept by every cache until valid_until',
      look: async (patient) =>
        faults(await publicPages(patient), 'cache-control', ({ headers }) =>
          mismatch(headers, 'cache-control', /^(public, max-age=\d+|no-store)$/),
        ),
    },
    {
      id: 'caching.etag',
      clause: 'DECISIONS 7',
      holds: 'every cacheable answer has a strong ETag',
      look: async (patient) =>
        faults([...(await orNone(keyed(patient))), ...(await publicPages(patient))], 'etag', ({ headers }) =>
          mismatch(headers, 'etag', /^"[^"]+"$/),
        ),
    },
    {
      id: 'caching.cache-status',
      clause: 'DECISIONS 7',
      holds: 'an answer to a key says in Cache-Status whether it was a hit and for how long it is valid',
      look: async (patient) =>
        faults(await keyed(patient), 'cache-status', ({ headers }) =>
          mismatch(headers, 'cache-status', /; (hit|fwd=).*; ttl=-?\d+/),
        ),
    },
    {
      id: 'caching.not-modified',
      clause: 'DECISIONS 7',
      holds: 'If-None-Match with the tag of the copy is answered 304, without a body',
      async look(patient) {
        const found: Breach[] = []
        for (const { notModified } of await revalidated(patient))
          found.push(
            ...faults([notModified], 'status', ({ status, body }) => {
              if (status !== 304) return `${status}, not 304`
              return body.byteLength > 0 ? `${body.byteLength} bytes of body` : undefined
            }),
          )
        return found
      },
    },
    {
      id: 'caching.not-modified-fields',
      clause: 'DECISIONS 7',
      holds: 'a 304 has the ETag, Cache-Control and Vary of the 200, and no length but its',
      look: async (patient) =>
        (await revalidated(patient)).flatMap(({ copy, notModified }) =>
          notModified.status === 304 ? fieldFaults(copy, notModified) : [],
        ),
    },
    {
      id: 'caching.head',
      clause: 'DECISIONS 7',
      holds: 'HEAD is GET without the body',
      async look(patient) {
        const found: Breach[] = []
        for (const { path, headers } of await samples(patient)) {
          const get = await patient.ask('GET', path, { headers, anew: true })
          const head = await patient.ask('HEAD', path, { headers })
          found.push(...headFaults(get, head))
        }
        return found
      },
    },
    {
      id: 'caching.unknown-query',
      clause: 'DECISIONS 7',
      holds: 'an unknown query parameter changes nothing',
      async look(patient) {
        const plain = await patient.ask('GET', TLE, { anew: true })
        const busted = await patient.get(`${TLE}?doctor=1`)
        if (plain.status !== 200) throw new NotChecked(`${TLE} answers ${plain.status}`)
        return faults([busted], 'status', ({ status, headers }) => {
          if (status !== 200) return `${status}, not 200`
          const isSame = headers.get('x-fetched-at') === plain.headers.get('x-fetched-at')
          return isSame ? undefined : 'another copy was fetched for it'
        })
      },
    },
  ],
}

async function keyed(patient: Patient): Promise<Exchange[]> {
  return (await dataAnswers(patient)).map(({ exchange }) => exchange)
}

/** Of the answers to a key and of the public ones, one or two each. */
async function samples(patient: Patient) {
  const headers = await keyHeaders(patient).catch((error) => {
    if (error instanceof NotChecked) return undefined
    throw error
  })
  const open = [TLE, '/ref/scales'].map((path) => ({ path, headers: {} as Readonly<Record<string, string>> }))
  return headers ? [{ path: KP, headers }, { path: OBJECT, headers }, ...open] : open
}

/** Copies, and what their own tags are answered; a copy that was renewed in between is asked for again. */
async function revalidated(patient: Patient): Promise<{ copy: Exchange; notModified: Exchange }[]> {
  const pairs = []
  for (const { path, headers } of await samples(patient)) {
    for (const anew of [{}, { anew: true } as const]) {
      const copy = await patient.ask('GET', path, { headers, ...anew })
      const etag = copy.headers.get('etag')
      if (copy.status !== 200 || etag === null) break
      const notModified = await patient.get(path, { ...headers, 'if-none-match': etag })
      if (notModified.status === 200 && notModified.headers.get('etag') !== etag && !anew.anew) continue
      pairs.push({ copy, notModified })
      break
    }
  }
  if (pairs.length === 0) throw new NotChecked('no answer has a tag')
  return pairs
}

function fieldFaults(copy: Exchange, notModified: Exchange): Breach[] {
  const given = notModified.headers
  const missing = ['cache-control', 'vary', 'etag'].filter(
    (name) => copy.headers.has(name) && !given.has(name),
  )
  const length = given.get('content-length')
  return [
    ...missing.map((aspect) => ({ exchange: notModified, aspect, words: `without ${aspect}` })),
    ...faults([notModified], 'content-length', () =>
      length === null || Number(length) === copy.body.byteLength
        ? undefined
        : `Content-Length: ${length}, where the copy has ${copy.body.byteLength}`,
    ),
  ]
}

/** Headers that are of the copy; the others are of the moment, or of whatever stands in front. */
const STEADY = ['content-type', 'content-length', 'etag', 'vary', 'x-source', 'x-fetched-at', 'x-tle-count']

function headFaults(get: Exchange, head: Exchange): Breach[] {
  if (head.status !== get.status)
    return [{ exchange: head, aspect: 'status', words: `${head.status}, where GET has ${get.status}` }]
  // The copy was renewed in between.
  if (head.headers.has('etag') && head.headers.get('x-fetched-at') !== get.headers.get('x-fetched-at'))
    return []
  return STEADY.flatMap((name) => {
    const [ours, theirs] = [get.headers.get(name), head.headers.get(name)]
    // A proxy may send a body in chunks of no known length.
    if (ours === theirs || (name === 'content-length' && (ours === null || theirs === null))) return []
    return [
      {
        exchange: head,
        aspect: name,
        words: `${name}: ${theirs ?? 'none'}, where GET has ${ours ?? 'none'}`,
      },
    ]
  })
}

function mismatch(headers: Headers, name: string, form: RegExp): string | undefined {
  const value = headers.get(name)
  if (value === null) return `without ${name}`
  return form.test(value) ? undefined : `${name}: ${value}`
}

function listOf(value: string | null): string[] {
  return (value ?? '').toLowerCase().split(/\s*,\s*/)
}
