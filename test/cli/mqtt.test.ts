import { expect, test } from 'vitest'
import { PLACE } from './mqtt-program.ts'
import { inProcess, tempFolder } from './program.ts'

/** Nothing listens there. */
const NOWHERE = 'mqtt://127.0.0.1:9'

test('a dry run prints each message as its topic and its payload, and needs no broker', async () => {
  const env = { XDG_DATA_HOME: await tempFolder() }
  const args = [
    'mqtt',
    '--sample',
    '--at',
    PLACE,
    '--dry-run',
    '--topic-prefix',
    'house/space',
    '--broker',
    NOWHERE,
  ]
  const { code, stdout, stderr } = await inProcess(args, env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  const messages = new Map(
    lines.map((line): [string, string] => {
      const [, topic = '', payload = ''] = /^(\S+) (.+)$/.exec(line) ?? []
      return [topic, payload]
    }),
  )
  const all: Record<string, unknown> = JSON.parse(messages.get('house/space/json') ?? '')
  const names = [...messages.keys()].flatMap(
    (topic) => /^homeassistant\/sensor\/house_space\/(\w+)\/config$/.exec(topic)?.[1] ?? [],
  )
  // Not every day has a moonrise.
  for (const name of names) expect(messages.get(`house/space/${name}`)).toBe(String(all[name] ?? 'None'))
  expect([typeof all['kp'], typeof all['aurora_percent'], typeof all['launch']]).toEqual([
    ...['number', 'number', 'string'],
  ])
  expect(messages.size).toBe(2 * names.length + 1)
  expect(stdout).not.toContain(PLACE.split(',')[0])
})

test.each([
  [['--broker', 'mqtt://me:hush@x'], '--broker takes mqtt://HOST or mqtts://HOST'],
  [['--at', '48.1'], '--at takes latitude,longitude in degrees'],
  [['--at', '148.1,11.6'], '--at takes latitude,longitude in degrees'],
  [['--passes-of', '25544,x'], '--passes-of takes catalogue numbers'],
  [['--topic-prefix', '#'], '--topic-prefix takes 1 to 64 characters'],
  [['--every', 'often'], '--every takes a duration'],
  [['--ca', 'nope.pem'], 'cannot read nope.pem: file not found'],
  [['--password', 'hush'], "unknown option '--password'"],
])('%j is a usage error', async (args, says) => {
  const { code, stdout, stderr } = await inProcess(['mqtt', '--sample', ...args], {})
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`space-data: ${says}`)
  expect(stderr).not.toContain('hush')
})

test('a password without a user name is a usage error', async () => {
  const { code, stderr } = await inProcess(['mqtt', '--sample'], { SPACE_DATA_MQTT_PASSWORD: 'hush' })
  expect(code).toBe(2)
  expect(stderr).toBe('space-data: mqtt.password needs mqtt.username\nSet SPACE_DATA_MQTT_USERNAME, too\n')
})
