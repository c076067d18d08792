import { type OddRequest, ping, request, upload } from './odd-request.ts'

const JSON_TYPE = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'

/** A body of unknown or ambiguous length ends the connection. */
const lengths: OddRequest[] = [
  ...[
    '-1',
    '+5',
    '5 5',
    '5,6',
    '5, 6',
    '0x5',
    '5abc',
    'abc',
    '1e1',
    '5.0',
    '\x0b5',
    '٥',
    '99999999999999999999999',
    '18446744073709551616',
    '-0',
    '5;',
    '"5"',
    'null',
  ].map(
    (length): OddRequest => [
      'RFC 9112 6.3',
      `Content-Length: ${length}`,
      upload([`Content-Length: ${length}`], 'hello'),
      '400',
    ],
  ),
  [
    'RFC 9112 6.3',
    'the same length twice in one field',
    upload(['Content-Length: 5, 5'], 'hello'),
    '400 | 200',
  ],
  [
    'RFC 9112 6.3',
    'two equal lengths',
    upload(['Content-Length: 5', 'Content-Length: 5'], 'hello'),
    '400 | 200',
  ],
  ['RFC 9112 6.3', 'two lengths', upload(['Content-Length: 5', 'Content-Length: 0'], 'hello'), '400'],
  ['RFC 9112 6.3', 'an empty length', upload(['Content-Length:'], 'hello'), '400'],
  ['RFC 9112 6.3', 'a space in the name', upload(['Content-Length : 5'], 'hello'), '400'],
  ['RFC 9112 6.3', 'a folded length', upload(['Content-Length:', ' 5'], 'hello'), '400'],
  ['RFC 9112 6.3', 'leading zeros', upload(['Content-Length: 0005'], 'hello'), '200 | 400'],
  ['RFC 9112 6.3', 'no length', upload([], ''), '200'],
  ['RFC 9112 6.3', 'no length and a body', upload([], 'hello'), '200 400'],
  ['RFC 9112 8', 'a body that ends early', upload(['Content-Length: 500'], 'hello'), '400 | closed'],
  ['RFC 9112 8', 'a GET whose body ends early', ping('Content-Length: 500'), '204'],
  [
    'our rule',
    'a length of 2^53',
    upload(['Content-Length: 9007199254740993'], 'hello'),
    '400 | 413 | closed',
  ],
]

const codings: OddRequest[] = [
  ...[
    'xchunked',
    'chunked, identity',
    'chunked, gzip',
    'identity',
    'gzip',
    '"chunked"',
    'chunked;q=1',
    'chunked\x00',
    '\x0bchunked',
    'chunked, chunked',
    'chu nked',
    ',chunked',
    'chunked,',
    'x, chunked',
    'identity, chunked',
    '',
  ].map(
    (coding): OddRequest => [
      'RFC 9112 6.1',
      `Transfer-Encoding: ${JSON.stringify(coding)}`,
      upload([`Transfer-Encoding: ${coding}`], '5\r\nhello\r\n0\r\n\r\n'),
      '400',
    ],
  ),
  ['RFC 9112 6.1', 'length and chunks', upload(['Content-Length: 5', chunked], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'chunks and length', upload([chunked, 'Content-Length: 5'], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'chunks and no length', upload([chunked, 'Content-Length: 0'], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'two codings', upload([chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'twice chunked', upload([chunked, chunked], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'a space in the name', upload(['Transfer-Encoding : chunked'], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'a folded coding', upload(['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'), '400'],
  ['RFC 9112 6.1', 'CHUNKED', upload(['Transfer-Encoding: CHUNKED'], '5\r\nhello\r\n0\r\n\r\n'), '200'],
  [
    'RFC 9112 6.1',
    'chunks of HTTP/1.0',
    request('POST /v1/speedtest/up HTTP/1.0', [chunked], '5\r\nhello\r\n0\r\n\r\n'),
    '400',
  ],
  [
    'RFC 9112 6.1',
    'chunks of HTTP/1.0 that wants to stay, and a request behind them',
    request(
      'POST /v1/speedtest/up HTTP/1.0',
      [chunked, 'Connection: keep-alive'],
      `5\r\nhello\r\n0\r\n\r\n${ping()}`,
    ),
    '400',
  ],
  [
    'RFC 9112 6.3',
    'no coding, a length, and a request behind them',
    `${upload(['Transfer-Encoding:', 'Content-Length: 5'], 'hello')}${ping()}`,
    '400',
  ],
  ['RFC 9112 6.1', 'chunks on a GET', `${ping(chunked)}5\r\nhello\r\n0\r\n\r\n`, '204'],
]

/** Chunked bodies. */
const chunks: OddRequest[] = (
  [
    ['one chunk', '5\r\nhello\r\n0\r\n\r\n', '200'],
    ['leading zeros', '0000005\r\nhello\r\n0\r\n\r\n', '200'],
    ['capital digits', 'A\r\nhellohello\r\n0\r\n\r\n', '200'],
    ['an extension', '5;name=value\r\nhello\r\n0\r\n\r\n', '200'],
    ['a trailer', '5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n', '200'],
    ['a Host in the trailer', '5\r\nhello\r\n0\r\nHost: evil\r\nContent-Length: 9\r\n\r\n', '200 | 400'],
    ['not hexadecimal', 'zz\r\nhello\r\n0\r\n\r\n', '400'],
    ['a minus', '-5\r\nhello\r\n0\r\n\r\n', '400'],
    ['a plus', '+5\r\nhello\r\n0\r\n\r\n', '400'],
    ['0x', '0x5\r\nhello\r\n0\r\n\r\n', '400'],
    ['a space before', ' 5\r\nhello\r\n0\r\n\r\n', '400'],
    ['a space behind', '5 \r\nhello\r\n0\r\n\r\n', '400'],
    ['no size', '\r\nhello\r\n0\r\n\r\n', '400'],
    ['LF behind the size', '5\nhello\r\n0\r\n\r\n', '400'],
    ['CR in an extension', '5;a\rb\r\nhello\r\n0\r\n\r\n', '400'],
    ['LF in an extension', '5;a\nb\r\nhello\r\n0\r\n\r\n', '400'],
    ['more than the size', '3\r\nhello\r\n0\r\n\r\n', '400'],
    ['no line end behind the chunk', '5\r\nhello0\r\n\r\n', '400'],
    ['2^64', '10000000000000000\r\nhello\r\n0\r\n\r\n', '400'],
    ['2^64 − 1', 'FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n', '400 | closed'],
    ['40 digits', `${'0'.repeat(40)}5\r\nhello\r\n0\r\n\r\n`, '400 | 200'],
    ['an extension of 20 KB', `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`, '413'],
    ['a trailer of 20 KB', `0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '400 | 431'],
    ['a trailer without a colon', '0\r\nnonsense\r\n\r\n', '400'],
    ['no last chunk', '5\r\nhello\r\n', '400 | closed'],
    ['half a size', '5', '400 | closed'],
    ['half a chunk', '5\r\nhel', '400 | closed'],
  ] as const
).map(([what, body, outcomes]) => ['RFC 9112 7.1', what, upload([chunked], body), outcomes])

function issue(type: string, body: string): string {
  return request('POST /v1/keys HTTP/1.1', [...(type && [type]), `Content-Length: ${body.length}`], body)
}

/** Bodies for the path that parses them. */
const contents: OddRequest[] = [
  ['I8', 'no type', issue('', '{"label":"x"}'), '415'],
  ['I8', 'a form', issue('Content-Type: application/x-www-form-urlencoded', 'label=x'), '415'],
  ['I8', 'a type of its own kind', issue('Content-Type: application/json5', '{}'), '415'],
  ['I8', 'two types', issue('Content-Type: text/plain, application/json', '{}'), '415'],
  ...[
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{}',
    '{"label":null}',
    '{"label":1}',
    '{"label":""}',
    '{"label":{}}',
    '{"label":"\\u0000"}',
    '{"label":"\\ud800"}',
    '{"label":"a\nb"}',
    '{"Label":"x"}',
    '\xef\xbb\xbf[]',
    '\xff\xfe',
    '{"label":"\xff"}',
    "{'label':'x'}",
    '{"label":"x"}x',
    '{"__proto__":{"label":"x"}}',
    '['.repeat(1_000),
  ].map(
    (body): OddRequest => ['I8', `body ${JSON.stringify(body).slice(0, 40)}`, issue(JSON_TYPE, body), '400'],
  ),
  ['I8', 'more than 2 KiB', issue(JSON_TYPE, ' '.repeat(2_049)), '413'],
  ['I8', '1 MB', issue(JSON_TYPE, ' '.repeat(1_000_000)), '413'],
  [
    'I8',
    '1 MB in chunks',
    request(
      'POST /v1/keys HTTP/1.1',
      [JSON_TYPE, chunked],
      `${`400\r\n${' '.repeat(1_024)}\r\n`.repeat(1_000)}0\r\n\r\n`,
    ),
    '413',
  ],
  [
    'I8',
    '1 MB of a type that is refused unread',
    issue('Content-Type: text/plain', ' '.repeat(1_000_000)),
    '415',
  ],
  [
    'RFC 9110 10.1.1',
    'an expectation and a body',
    request('POST /v1/keys HTTP/1.1', [JSON_TYPE, 'Content-Length: 2', 'Expect: 100-continue'], '{}'),
    '400',
  ],
  [
    'RFC 9110 10.1.1',
    'an unknown expectation and a body',
    upload(['Content-Length: 5', 'Expect: nothing'], 'hello'),
    '417',
  ],
]

/** Pipelined requests: answered in order, once, and never taken from a body. */
const pipelines: OddRequest[] = [
  ['RFC 9112 9.3.2', 'two', ping() + ping(), '204 204'],
  ['RFC 9112 9.3.2', 'twenty', ping().repeat(20), Array(20).fill('204').join(' ')],
  [
    'RFC 9112 9.3.2',
    'three kinds',
    ping() + request('HEAD /v1/speedtest/ping HTTP/1.1') + request('OPTIONS /ref HTTP/1.1'),
    '204 204 204',
  ],
  ['RFC 9112 9.6', 'one behind the last', ping('Connection: close') + ping(), '204'],
  ['P16', 'behind a GET with a body', `${ping('Content-Length: 5')}hello${ping()}`, '204 204'],
  [
    'P16',
    'behind an OPTIONS with a body',
    `${request('OPTIONS /ref HTTP/1.1', ['Content-Length: 5'])}hello${ping()}`,
    '204 204',
  ],
  ['P16', 'behind a GET in chunks', `${ping(chunked)}5\r\nhello\r\n0\r\n\r\n${ping()}`, '204 204'],
  ['P16', 'inside the body of a GET', ping(`Content-Length: ${ping().length}`) + ping(), '204'],
  [
    'P16',
    'inside the body of a GET, and one behind it',
    ping(`Content-Length: ${ping().length}`) + ping() + ping(),
    '204 204',
  ],
  [
    'P16',
    'inside the chunk of a GET',
    `${ping(chunked)}${ping().length.toString(16)}\r\n${ping()}\r\n0\r\n\r\n`,
    '204',
  ],
  ['P16', 'inside a body that is refused', issue('Content-Type: text/plain', ping()) + ping(), '415 204'],
  ['P16', 'behind a body that is too large', issue(JSON_TYPE, ' '.repeat(100_000)) + ping(), '413 204'],
  [
    'P16',
    'behind a 405 with a body',
    `${request('DELETE /ref HTTP/1.1', ['Content-Length: 5'])}hello${ping()}`,
    '405 204',
  ],
  [
    'P16',
    'behind a 404 with a body',
    `${request('PUT /nowhere HTTP/1.1', ['Content-Length: 5'])}hello${ping()}`,
    '404 204',
  ],
  [
    'P16',
    'behind length and chunks',
    upload(['Content-Length: 4', chunked], `1\r\nZ\r\n0\r\n\r\n${ping()}`),
    '400',
  ],
  [
    'P16',
    'behind chunks and a length of none',
    upload([chunked, 'Content-Length: 0'], `0\r\n\r\n${ping()}`),
    '400',
  ],
  ['RFC 9112 9.3.2', 'garbage behind', `${ping()}garbage\r\n\r\n`, '204 400'],
  [
    'RFC 9112 9.3.2',
    'garbage behind an answer that takes its time',
    `${upload(['Content-Length: 5'], 'hello')}garbage\r\n\r\n`,
    '200 400',
  ],
  [
    'RFC 9112 9.3.2',
    'an unknown method behind',
    `${ping()}TRACK /ref HTTP/1.1\r\nHost: a\r\n\r\n`,
    '204 405',
  ],
  ['RFC 9112 9.3.2', 'CONNECT behind', `${ping()}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, '204 405'],
  ['RFC 9112 9.3.2', 'a second without a Host', `${ping()}GET /ref HTTP/1.1\r\n\r\n`, '204 400'],
  ['RFC 9112 9.3.2', 'a refused one before', `${ping('Host: a/b')}${ping()}`, '400'],
]

export const bodies: OddRequest[] = [...lengths, ...codings, ...chunks, ...contents, ...pipelines]
