import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { certificate } from '../../support/certificate.ts'
import { haveMosquitto, startBroker } from '../../support/mosquitto.ts'
import { beginMqtt, expectFarewell, expectNoPlace, hasAll, PLACE } from '../mqtt-program.ts'
import { run, serve, tempFolder } from '../program.ts'

const PASSWORD = 'kuiper-belt-9'
const USER = { name: 'panel', password: PASSWORD }
const LOGIN = { SPACE_DATA_MQTT_USERNAME: USER.name, SPACE_DATA_MQTT_PASSWORD: PASSWORD }

describe.skipIf(!haveMosquitto)('mqtt and a broker', { timeout: 120_000 }, () => {
  test('that is killed and starts again, without what it kept: everything is published again', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    await broker.follow().until(hasAll)
    await broker.kill()
    await program.said(/lost the broker/)
    await broker.start()
    await broker.follow().until(hasAll)
    expect(program.stderr()).toMatch(/lost the broker mqtt:\/\/127\.0\.0\.1:\d+: [^\n]+; trying again\n/)
    // All sources, the connection and its pause wait on one signal.
    expect(program.stderr()).not.toContain('MaxListenersExceededWarning')
    expect((await program.stop()).code).toBe(0)
  })

  test('that stops and starts again', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    await broker.follow().until(hasAll)
    await broker.stop()
    await program.said(/lost the broker/)
    await broker.start()
    await broker.follow().until(hasAll)
    await program.said(/publishing to/, 2)
  })

  test('that is not there yet: it waits, and says so once', async () => {
    await using broker = await startBroker({ isLate: true })
    const program = await beginMqtt(broker)
    await program.said(/cannot reach the broker mqtt:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED/)
    await broker.start()
    await broker.follow().until(hasAll)
    expect(program.stderr().match(/cannot reach/g)).toHaveLength(1)
  })

  test('that stands still: the connection is given up, and made anew when it goes on', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    await broker.follow().until(hasAll)
    broker.pause()
    await program.said(/lost the broker [^\n]+: Keepalive timeout/)
    broker.resume()
    await program.said(/publishing to/, 2)
    await broker.follow().until(hasAll)
  })

  test('that stands still at the stop, for longer than that waits: it publishes the will', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    const follower = broker.follow()
    await follower.until(hasAll)
    broker.pause()
    const stopped = program.stop()
    await sleep(3_000)
    broker.resume()
    expect(await stopped).toMatchObject({ code: 0 })
    await follower.until((newest) => newest.get('space-data/availability')?.payload === 'offline')
  })

  test('that lets nobody in: a stop does not wait for it', { timeout: 15_000 }, async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const program = await beginMqtt({ port: portOf(silent) })
    await once(silent, 'connection')
    // The connection would be given up after 20 s.
    expect(await program.stop()).toMatchObject({ code: 0, stderr: '' })
  })

  test('that refuses the password: it ends, with one line and without the password', async () => {
    await using broker = await startBroker({ user: USER })
    const env = { ...LOGIN, SPACE_DATA_MQTT_PASSWORD: `${PASSWORD}x` }
    const { code, stdout, stderr } = await (await beginMqtt(broker, { env })).finished
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^space-data: the broker mqtt:\/\/127\.0\.0\.1:\d+ refuses the connection: Not authorized\n/,
    )
    expect(stderr).not.toContain(PASSWORD)
    await (await beginMqtt(broker, { env: LOGIN })).said(/publishing to/)
  })

  test('that does not take a message: it says so, and publishes the others', async () => {
    await using broker = await startBroker({ closed: 'homeassistant/#' })
    const program = await beginMqtt(broker)
    await program.said(/the broker does not accept a message: [^\n]*Not authorized/)
    await broker
      .follow()
      .until((newest) => newest.has('space-data/kp') && newest.has('space-data/service_state'))
  })

  test('that has a certificate of its own authority', async () => {
    const authority = certificate({ name: 'Authority of a test', isAuthority: true })
    const own = certificate({ name: 'localhost', issuer: authority })
    await using broker = await startBroker({ tls: { own, authority } })
    const url = `mqtts://localhost:${broker.port}`
    const refused = await (await beginMqtt(broker, { url })).finished
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/cannot connect securely to the broker/)
    const file = `${await tempFolder()}/authority.pem`
    writeFileSync(file, authority.cert)
    const program = await beginMqtt(broker, { url, args: ['--ca', file] })
    await program.said(/publishing to mqtts:/)
  })

  test('when this program is killed: the broker says so, and values end by themselves', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    const follower = broker.follow()
    await follower.until(hasAll)
    program.child.kill('SIGKILL')
    await follower.until((newest) => newest.get('space-data/availability')?.payload === 'offline')
    const late = broker.follow()
    await late.until((newest) => newest.get('space-data/availability')?.payload === 'offline')
    const lasting = [...late.newest.values()].filter(
      ({ topic, payload, properties }) =>
        /^space-data\/(?!availability$)/.test(topic) &&
        payload !== 'None' &&
        !properties?.['message-expiry-interval'],
    )
    expect(lasting).toEqual([])
  })

  test('that speaks MQTT 3.1.1 only', async () => {
    await using broker = await startBroker()
    const port = await olderBroker(broker.port)
    const program = await beginMqtt({ port })
    const follower = broker.follow()
    await follower.until(hasAll)
    expect(program.stderr()).toMatch(/speaks MQTT 3\.1\.1: expired values stay/)
    await program.stop()
    await expectFarewell(follower)
  })

  test('without a place any more: the sensors of the place go away', async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    const before = broker.follow()
    await before.until(hasAll)
    await program.stop()
    await beginMqtt(broker, { at: [] })
    const sensor = (name: string) => `homeassistant/sensor/space-data/${name}/config`
    await before.until((newest) => newest.get(sensor('moon_phase'))?.payload === '')
    const after = broker.follow()
    await after.until((newest) => [sensor('kp'), sensor('feeds_failing')].every((topic) => newest.has(topic)))
    const kept = [...after.newest.keys()].filter((topic) => topic.endsWith('/config'))
    expect(kept).toContain(sensor('kp'))
    expect(kept).not.toContain(sensor('moon_phase'))
  })

  test('without providers no topic has a value', async () => {
    await using broker = await startBroker()
    const dead = (id: string) => ['--upstream', `${id}=http://127.0.0.1:9`]
    await beginMqtt(broker, { args: ['swpc', 'gfz', 'donki'].flatMap(dead) })
    const follower = broker.follow()
    await follower.until(hasAll)
    const payloadOf = (name: string) => follower.newest.get(`space-data/${name}`)?.payload
    expect(['kp', 'flare_class', 'aurora_percent'].map(payloadOf)).toEqual(['None', 'None', 'None'])
    expect(payloadOf('moon_phase')).not.toBe('None')
  })
})

describe.skipIf(!haveMosquitto)('serve with a section mqtt', { timeout: 120_000 }, () => {
  test('publishes, goes on when the broker refuses it, and never prints the place or the password', async () => {
    await using broker = await startBroker({ user: USER })
    const folder = await tempFolder()
    const file = `${folder}/space-data.config.json`
    const section = {
      broker: `mqtt://127.0.0.1:${broker.port}`,
      at: PLACE,
      username: USER.name,
      password: PASSWORD,
    }
    writeFileSync(file, JSON.stringify({ mqtt: section }))
    const env = { XDG_DATA_HOME: folder, SPACE_DATA_CONFIG: file }
    const server = await serve(['--sample', '--log', 'json'], env)
    const follower = broker.follow()
    await follower.until(hasAll)
    server.child.kill('SIGTERM')
    const { code, stdout, stderr } = await server.finished
    expect(code).toBe(0)
    await expectFarewell(follower)
    const shown = (await run(['config'], env)).stdout
    expect(shown).toMatch(/mqtt\.password +\S+ +…/)
    expect(stdout + stderr + shown).not.toContain(PASSWORD)
    expectNoPlace(stdout + stderr + shown)
    const refused = await serve(['--sample', '--log', 'off'], { ...env, SPACE_DATA_MQTT_PASSWORD: 'wrong' })
    expect((await fetch(`${refused.url}/healthz`)).status).toBe(200)
  })
})

/** Refuses MQTT 5 as a broker of before does, and passes on what speaks 3.1.1; returns its port. */
async function olderBroker(port: number): Promise<number> {
  const server = createServer((socket) => {
    socket.once('data', (hello) => {
      const name = hello.indexOf('MQTT')
      if (hello[name + 4] === 5) return void socket.end(Buffer.of(0x20, 2, 0, 1))
      const inner = connect(port, '127.0.0.1')
      inner.write(hello)
      socket.pipe(inner).pipe(socket)
      inner.on('error', () => socket.destroy())
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return portOf(server)
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return address.port
}
