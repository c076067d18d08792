/** What we use of the module that only workerd has; who builds a Worker brings its whole types. */
declare module 'cloudflare:workers' {
  export abstract class DurableObject {
    constructor(ctx: object, env: unknown)
  }
}
