import type { ProblemType } from '#kernel/kit/problem'

/** A JSON object in the document. */
export type Json = { [key: string]: unknown }

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** The reusable components of the document, each stored once under its name. */
export class OpenApiComponents {
  readonly #kinds: Record<Kind, Map<string, Json>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
  }

  /** The errors of the service. */
  readonly problems: readonly ProblemType[]

  constructor(problems: readonly ProblemType[]) {
    this.problems = problems
  }

  /**
   * Stores a component and returns a reference to it, or the component itself if another one has its name.
   */
  share(kind: Kind, name: string, component: Json): Json {
    const existing = this.#kinds[kind].get(name)
    if (existing && JSON.stringify(existing) !== JSON.stringify(component)) return component
    this.#kinds[kind].set(name, component)
    return { $ref: `#/components/${kind}/${name}` }
  }

  /**
   * Stores a schema under its name and returns a reference to it.
   * @throws TypeError if another schema has that name.
   */
  name(name: string, schema: Json): Json {
    const reference = this.share('schemas', name, schema)
    if (reference === schema) throw new TypeError(`two schemas are named ${name}`)
    return reference
  }

  /** Returns the components by kind and name. */
  toJson(): Json {
    return Object.fromEntries(
      Object.entries(this.#kinds).map(([kind, components]) => [kind, Object.fromEntries(components)]),
    )
  }
}
