/** Prints the address that the benchmark waits for. */
export function announce(port) {
  console.log(`http://127.0.0.1:${port}`)
}
