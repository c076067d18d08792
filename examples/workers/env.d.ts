declare namespace Cloudflare {
  interface Env {
    STORE: DurableObjectNamespace<import('@space-data/core/durable-object').SpaceDataStore>
    DEMO: DurableObjectNamespace<import('./demo.ts').Demo>
  }
}
