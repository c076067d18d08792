import { get, type OddRequest, ping, request } from './odd-request.ts'

const known =
  'ACL BIND COPY DELETE LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PATCH PROPFIND PROPPATCH PURGE PUT REBIND REPORT SEARCH SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE CHECKOUT'
const unknown =
  'TRACK DEBUG FROB INDEX LABEL UPDATE BASELINE-CONTROL VERSION-CONTROL UNCHECKOUT ORDERPATCH get Get gET GETT GE X __proto__ constructor'

/** Standard methods that are not supported: 405. */
const methods: OddRequest[] = [
  ...known
    .split(' ')
    .map((method): OddRequest => ['RFC 9110 9.1', method, request(`${method} /ref HTTP/1.1`), '405']),
  ...unknown
    .split(' ')
    .map((method): OddRequest => ['RFC 9110 9.1', method, request(`${method} /ref HTTP/1.1`), '405']),
  ['RFC 9110 9.3.6', 'CONNECT', request('CONNECT example.org:443 HTTP/1.1'), '405'],
  ['RFC 9110 9.3.6', 'CONNECT to a path', request('CONNECT /ref HTTP/1.1'), '405 | 400'],
  ['RFC 9110 9.3.8', 'TRACE of nothing', request('TRACE /nowhere HTTP/1.1'), '404 | 405'],
  [
    'RFC 9110 9.3.8',
    'TRACE with Max-Forwards',
    request('TRACE /ref HTTP/1.1', ['Max-Forwards: 0', 'Cookie: a=b']),
    '405',
  ],
  ['RFC 9110 9.3.7', 'OPTIONS of the server', request('OPTIONS * HTTP/1.1'), '204'],
  ['RFC 9110 9.3.7', 'OPTIONS', request('OPTIONS /ref HTTP/1.1'), '204'],
  ['RFC 9113 3.4', 'the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', '400'],
  ['RFC 9112 3.1', 'a method of 4,096 letters', request(`${'A'.repeat(4_096)} /ref HTTP/1.1`), '400 | 405'],
  ...['G@T', 'GE\0T', 'G\x7fT', '"GET"', 'GET,POST', 'G\xcfT', '(GET)', 'G:T'].map(
    (method): OddRequest => [
      'RFC 9110 5.6.2',
      `method ${JSON.stringify(method)}`,
      request(`${method} /ref HTTP/1.1`),
      '400',
    ],
  ),
]

const versions: OddRequest[] = [
  ...[
    'HTTP/0.9',
    'HTTP/1.2',
    'HTTP/1.9',
    'HTTP/2.0',
    'HTTP/3.0',
    'HTTP/2',
    'HTTP/1',
    'HTTP/1.',
    'HTTP/.1',
    'HTTP/1.10',
    'HTTP/01.1',
    'HTTP/-1.1',
    'HTTP/1,1',
    'HTTP/1.1x',
    'HTTP/1.1 x',
    'http/1.1',
    'Http/1.1',
    'HTTPS/1.1',
    'HTTP 1.1',
    'HTTP/ 1.1',
    'HTTP/1. 1',
    'RTSP/1.0',
    'ICE/1.0',
    'SIP/2.0',
    'HTTP/1.1\0',
    'HTTP/1.1\t',
  ].map(
    (version): OddRequest => [
      'RFC 9112 2.3',
      `version ${JSON.stringify(version)}`,
      request(`GET /v1/speedtest/ping ${version}`),
      // Node's parser accepts the names of two related protocols as HTTP.
      /^(?:RTSP|ICE)/.test(version) ? '400 | 204' : '400',
    ],
  ),
  ['RFC 9112 2.3', 'no version at all', 'GET /v1/speedtest/ping\r\n\r\n', '400'],
  ['RFC 9112 2.3', 'HTTP/1.0 with a Host', request('GET /v1/speedtest/ping HTTP/1.0'), '204'],
  [
    'RFC 9112 9.3',
    'HTTP/1.0 that wants to stay',
    request('GET /v1/speedtest/ping HTTP/1.0', ['Connection: keep-alive']),
    '204',
  ],
]

/** Spaces and line ends on which parsers disagree, as used for request smuggling. */
const whitespace: OddRequest[] = [
  ['RFC 9112 2.2', 'an empty line before', `\r\n${ping()}`, '204 | 400'],
  ['RFC 9112 2.2', 'twenty empty lines before', `${'\r\n'.repeat(20)}${ping()}`, '204 | 400'],
  ['RFC 9112 2.2', 'only LF at line ends', 'GET /v1/speedtest/ping HTTP/1.1\nHost: a\n\n', '400'],
  ['RFC 9112 2.2', 'only CR at line ends', 'GET /v1/speedtest/ping HTTP/1.1\rHost: a\r\r', '400'],
  ['RFC 9112 2.2', 'LF after the request line', 'GET /v1/speedtest/ping HTTP/1.1\nHost: a\r\n\r\n', '400'],
  ['RFC 9112 3', 'two spaces before the target', request('GET  /v1/speedtest/ping HTTP/1.1'), '204 | 400'],
  ['RFC 9112 3', 'two spaces before the version', request('GET /v1/speedtest/ping  HTTP/1.1'), '204 | 400'],
  ['RFC 9112 3', 'a tab for a space', request('GET\t/v1/speedtest/ping\tHTTP/1.1'), '400'],
  ['RFC 9112 3', 'a space before the method', ` ${ping()}`, '400'],
  ['RFC 9112 3', 'a space behind the version', request('GET /v1/speedtest/ping HTTP/1.1 '), '400'],
  ['RFC 9112 3', 'no target', request('GET HTTP/1.1'), '400'],
  ['RFC 9112 3', 'a space in the target', get('/v1/speedtest/ping x'), '400'],
  [
    'RFC 9112 2.2',
    'white space between the line and the fields',
    request('GET /v1/speedtest/ping HTTP/1.1\r\n '),
    '400',
  ],
]

/** Bytes that scanners send to every open port. */
const strangers: OddRequest[] = (
  [
    ['nothing at all', ''],
    ['an empty line', '\r\n'],
    ['spaces', '    '],
    ['one letter', 'G'],
    ['half a request line', 'GET /v1/spe'],
    ['a request without its end', 'GET /v1/speedtest/ping HTTP/1.1\r\nHost: localhost\r\n'],
    ['a request without its last LF', 'GET /v1/speedtest/ping HTTP/1.1\r\nHost: localhost\r\n\r'],
    ['TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['SSL 2', '\x80\x2e\x01\0\x02'],
    ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['SMTP', 'EHLO example.org\r\n'],
    ['FTP', 'USER anonymous\r\n'],
    ['POP3', 'CAPA\r\n'],
    ['IMAP', 'a1 CAPABILITY\r\n'],
    ['IRC', 'NICK x\r\nUSER x 0 * :x\r\n'],
    ['Redis', '*1\r\n$4\r\nPING\r\n'],
    ['memcached', 'stats\r\n'],
    ['PostgreSQL', '\0\0\0\x08\x04\xd2\x16\x2f'],
    ['MySQL', '\x4a\0\0\0\x0a5.7.1\0'],
    ['MongoDB', '\x3a\0\0\0\xa7A\0\0\0\0\0\0\xd4\x07\0\0'],
    ['SOCKS 4', '\x04\x01\0\x50\x7f\0\0\x01\0'],
    ['SOCKS 5', '\x05\x01\0'],
    ['PROXY protocol 1', `PROXY TCP4 192.0.2.1 192.0.2.2 56324 80\r\n${ping()}`],
    ['PROXY protocol 2', '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x7f\0\0\x01\x7f\0\0\x01\0\x50\0\x50'],
    ['RTSP', 'DESCRIBE rtsp://localhost/x RTSP/1.0\r\nCSeq: 1\r\n\r\n'],
    ['SIP', 'OPTIONS sip:x@localhost SIP/2.0\r\nVia: SIP/2.0/TCP x\r\n\r\n'],
    ['gopher', '/\r\n'],
    ['JSON', '{"method":"GET"}\r\n\r\n'],
    ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a WebSocket frame', '\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58'],
    ['SMB', '\0\0\0\x2f\xffSMB\x72\0\0\0\0'],
    ['RDP', '\x03\0\0\x13\x0e\xe0\0\0\0\0\0\x01\0\x08\0\x03\0\0\0'],
    ['LDAP', '0\x0c\x02\x01\x01`\x07\x02\x01\x03\x04\0\x80\0'],
    ['NUL', '\0'.repeat(512)],
    ['0xff', '\xff'.repeat(512)],
    ['every byte', String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)).repeat(8)],
    ['64 KB of A', 'A'.repeat(65_536)],
    ['64 KB of line ends', '\r\n'.repeat(32_768)],
  ] as const
).map(([what, bytes]) => ['not HTTP', what, bytes, '400 | 405 | 431 | closed'])

export const requestLines: OddRequest[] = [...methods, ...versions, ...whitespace, ...strangers]
