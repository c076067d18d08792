/**
 * Parts of the module that are used. Only workerd has it. The build of a Worker provides the complete types.
 */
declare module 'cloudflare:workers' {
  export abstract class DurableObject {
    constructor(ctx: object, env: unknown)
  }
}
