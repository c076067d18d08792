/** A part of the document: an object of JSON values. */
export type Json = { [key: string]: unknown }

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** Collects what several operations share, each thing once under its name. */
export class OpenApiComponents {
  readonly #kinds: Record<Kind, Map<string, Json>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
  }

  /** A reference to the thing, or the thing itself when another one bears its name. */
  share(kind: Kind, name: string, thing: Json): Json {
    const known = this.#kinds[kind].get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(thing)) return thing
    this.#kinds[kind].set(name, thing)
    return { $ref: `#/components/${kind}/${name}` }
  }

  toJson(): Json {
    return Object.fromEntries(
      Object.entries(this.#kinds).map(([kind, things]) => [kind, Object.fromEntries(things)]),
    )
  }
}
