// For `node --import`: a process that reaches nobody but this machine, so that a test asks no provider.
const reach = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { hostname } = new URL(typeof input === 'object' && 'url' in input ? input.url : String(input))
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  return isHere ? reach(input, init) : Promise.reject(new TypeError('only loopback is within reach'))
}
