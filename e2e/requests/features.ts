// The features from which the fuzzer builds requests. The table of differences in docs/deploying.md uses their names.
// Strings are bytes (latin1).

const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`
const chunks = (...bodies: string[]) => [...bodies.map(chunk), '0\r\n\r\n']
const CHUNKED = 'Transfer-Encoding: chunked'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const JSON_TYPE = 'Content-Type: application/json'
const MULTIPART = 'Content-Type: multipart/form-data; boundary=xx'
const PART = '--xx\r\ncontent-disposition: form-data; name="title"\r\n\r\nhalf'
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]
const request = (line: string, ...lines: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '\r\n'].join('\r\n')
const times = <Value>(count: number, value: Value) => Array.from<Value>({ length: count }).fill(value)
const destinations = 'document iframe frame embed object script style image font worker empty'.split(' ')

/** The bytes behind a request, and the methods of the requests in them. */
type Following = readonly [bytes: string, ...methods: string[]]
/** The lines of the header, and the parts of the body. The client writes each part separately. */
type Body = readonly [lines: readonly string[], ...parts: string[]]
/** How the client leaves, and where it cuts the bytes that it writes. */
type Leaving = readonly [end: 'end' | 'reset', cut?: 'in the line' | 'in the headers' | 'in the body']

/** The values of each feature, by its group and its name. A request has at most one feature of a group. */
export interface Features {
  /** A method may precede the target. `{root}` is the project; `{outside}` is a file that no server may read. */
  readonly target: Readonly<Record<string, readonly string[]>>
  readonly method: Readonly<Record<string, readonly string[]>>
  readonly version: Readonly<Record<string, readonly string[]>>
  readonly host: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly header: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly accept: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly body: Readonly<Record<string, readonly Body[]>>
  readonly following: Readonly<Record<string, readonly Following[]>>
  readonly leaving: Readonly<Record<string, readonly Leaving[]>>
}

const ROUTES = [
  '/',
  '/photos',
  '/photos/7',
  '/photos/7.json',
  '/photos/new',
  '/admin/users',
  '/old/7',
  '/health',
  '/cookies',
  '/stream',
  '/docs',
  '/apps/second',
  '/apps/own',
  '/pause',
  '/photos.html',
  '/admin/users.html',
  '/page',
  'POST /photos',
  'POST /json',
  'POST /contract',
  'POST /apps/echo',
  'POST /apps/read',
  'DELETE /photos/7',
  'PATCH /photos/7',
  'PUT /photos/7',
  'OPTIONS /photos',
  'HEAD /photos',
  'HEAD /old/7',
  'HEAD /stream',
]

export const FEATURES: Features = {
  target: {
    'a route': [...ROUTES, ...ROUTES],
    'an unmatched path': [
      '/nowhere',
      '/photos/x',
      '/apps/none',
      '/admin',
      'POST /nowhere',
      'DELETE /',
      'PATCH /health',
    ],
    'a constraint on `ip`': ['/local', 'POST /local'],
    'an error of the application': ['/faults/nothing', '/faults/throws', '/guarded'],
    'a response that fails halfway': ['/half', '/odd/getter', '/odd/undefined', '/odd/null', '/odd/first'],
    'a public file': ['/robots.txt', '/big.bin', 'HEAD /robots.txt', '//robots.txt', '/robots.txt?a=1'],
    'a public file with a method that changes': ['POST /robots.txt', 'DELETE /big.bin'],
    'a public file with a trailing slash': ['/robots.txt/', '/big.bin//'],
    'a file whose name begins with a dot': [
      '/.hidden',
      '/.env',
      '/.git/config',
      '/.vite/routes-manifest.json',
      '/%2eenv',
    ],
    'a path of the dev server': [
      ...['', '?raw', '?import', '?url', '?inline', '?import&raw', '?t=1', '?v=1&import', '?html-proxy'].flatMap(
        (query) => [
          `/src/controllers/pages.ts${query}`,
          `/@fs{root}/src/controllers/pages.ts${query}`,
          `/@id/src/controllers/admin/users.ts${query}`,
        ],
      ),
      'HEAD /src/controllers/pages.ts',
      '//src//controllers/pages.ts',
      '/src/./controllers/pages.ts',
      '/src%2fcontrollers/pages.ts',
      '/src/controllers/p%61ges.ts',
      '/src/controllers/../controllers/pages.ts',
      '/@fs//{root}/src/controllers/pages.ts',
      '/@fs{root}/src/controllers/',
      '/src/controllers/pages.ts.map',
      '/src/client.ts',
      '/src/server.ts',
      '/@vite/client',
      '/@id/__x00__virtual:routes',
      '/package.json',
      '/vite.config.ts',
      '/dist/server/index.js',
      '/node_modules/vite-plugin-turnout/package.json',
      '/@fs/',
      '/@fs',
      '/@id/',
      '/@id/__x00__virtual:routes/server',
      '/config/routes.ts?raw',
      '/__open-in-editor',
    ],
    'the inspector': ['/__turnout/', '/__turnout/data.json', '/__turnout', 'POST /__turnout/'],
    'a file outside the project': [
      '/@fs{outside}',
      '/@fs{outside}?raw',
      '/@fs{outside}?import&raw',
      '/@fs{outside}?url',
      '/@fs{root}/{up}{outside}',
      '/{up}{outside}',
      '/..%2f..%2f..%2f..%2f..%2f..%2f..%2f..{outside}',
      '/%2e%2e/%2e%2e/%2e%2e/%2e%2e{outside}',

      '/..\\..\\..\\..\\..\\..{outside}',
      '/@fs/..%5c..{outside}',
      '//{outside}',
      '/.//{outside}',
      '/@fs%2f{outside}',
    ],
    'a target in absolute form': [
      'http://127.0.0.1/photos',
      'HTTP://127.0.0.1/photos?page=2',
      'http://127.0.0.1',
      'http://127.0.0.1/nowhere',
      'POST http://127.0.0.1/photos',
      'http://127.0.0.1/admin/users',
      'http://127.0.0.1:80/photos/7',
    ],
    'a target with another host': [
      'http://other.test/photos',
      'https://other.test/admin/users',
      'http://a@other.test/docs',
    ],
    'a malformed target in absolute form': [
      'http://[',
      'http://@',
      'http://',
      'http:///photos',
      'http://[::::]/photos',
      'http://a b/',
      'http://%/photos',
      'http://[/photos',
      'http://127.0.0.1:99999/photos',
      'http://\\/photos',
      'http:/photos',
      'http:photos',
    ],
    'a target with another scheme': ['ftp://127.0.0.1/photos', 'javascript:alert(1)', 'file:///etc/passwd', 'data:,x'],
    'a target without a slash': [
      'photos',
      '*',
      '?page=1',
      '127.0.0.1:80',
      'OPTIONS *',
      '.',
      '..',
      '@',
      '[',
      '\\',
      'x:',
    ],
    'a backslash in the target': [
      '/\\',
      '/\\\\[',
      '/photos\\7',
      '\\photos',
      '/\\evil.test/photos',
      '/a\\..\\photos',
      '/?\\',
    ],
    'two slashes at the start': [
      '//photos',
      '//admin///users/',
      '///photos',
      '//evil.test/photos',
      '//@/photos',
      '//a:b',
    ],
    'two slashes before a malformed host': ['//[', '//[::::]/photos', '//%', '//a b', '//:99999/photos', '//<'],
    'a bracket in the target': ['/[', '/photos/[', '/photos/]', '/photos?page[]=2', '/{', '/photos/7|8', '/"', '/<>^`'],
    'a malformed escape': [
      '/photos/%',
      '/photos/%zz',
      '/%c3%28',
      '/photos/%00',
      '/a%2f..%2fphotos',
      '/%',
      '/%u0041',
      '/%5c%2f..',
    ],
    'a malformed escape in the query': ['/photos?q=%zz', '/photos?%', '/photos?%00=%ff', '/nowhere?%'],
    'dot segments': ['/admin/../photos', '/./photos', '/photos/..', '/../photos', '/..', '/.', '/a/./../photos/7'],
    'encoded dot segments': [
      '/photos/%2e%2e/admin/users',
      '/%2e/photos',
      '/admin/users/%2E.',
      '/%2e%2e',
      '/a/.%2e/photos',
    ],
    'a fragment in the target': [
      '/photos#x',
      '/#',
      '/nowhere#/photos',
      '/photos?a#b',
      '/#/../photos',
      '/photos/7#.json',
    ],
    'a control character in the target': [
      '/photos\0',
      '/\x01',
      '/photos/\x7f',
      '/a\tb',
      '/photos?\x1b[31m',
      '/\r/photos',
    ],
    'a byte above 127 in the target': ['/photos/\xe9', '/photos?q=\xc3\xa9', '/\xff\xfe', '/\x80'],
    'a space in the target': ['/photos 7', '/photos /nowhere', '/ '],
    'a target of 8,000 bytes': [
      `/${'a'.repeat(8000)}`,
      `/photos?${'a=1&'.repeat(2000)}`,
      `/${'%2f'.repeat(2600)}`,
      '/'.repeat(8000),
    ],
    'a target of more than 16 KiB': [`/${'a'.repeat(20_000)}`, `/photos?q=${'a'.repeat(20_000)}`],
    'a target of more than 64 KiB': [`/${'a'.repeat(70_000)}`, `/photos?q=${'%61'.repeat(30_000)}`],
  },
  method: {
    'a `HEAD` or `OPTIONS` request': ['HEAD', 'OPTIONS'],
    'a method that changes': ['POST', 'PUT', 'PATCH', 'DELETE'],
    'a registered method': [
      'PROPFIND',
      'PROPPATCH',
      'MKCOL',
      'COPY',
      'MOVE',
      'LOCK',
      'REPORT',
      'SEARCH',
      'PURGE',
      'M-SEARCH',
    ],
    'the method `QUERY`': ['QUERY'],
    'the method `TRACE`': ['TRACE'],
    'the method `TRACK`': ['TRACK'],
    'the method `CONNECT`': ['CONNECT'],
    'a method in lower case': ['get', 'post', 'delete', 'Get', 'head', 'connect', 'trace'],
    'an unknown method': ['FOO', 'GETS', 'G', 'X-1', '__PROTO__', 'A'.repeat(300)],
    'an HTTP/2 preface': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET'],
    'a malformed method': ['G@T', 'G\0T', 'GE T', '', '\x80', '"GET"', 'GET:', '\r\n\r\nGET'],
  },
  version: {
    'HTTP/1.0': ['HTTP/1.0'],
    'an unknown version of HTTP': ['HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/9.9'],
    'a malformed version of HTTP': [
      'HTTP/1',
      'HTTP/1.',
      'http/1.1',
      'HTTPS/1.1',
      'ICE/1.0',
      '',
      'HTTP/1.1x',
      'HTTP/11.1',
    ],
  },
  host: {
    'no `Host`': [[]],
    'two `Host` headers': [
      ['Host: 127.0.0.1', 'Host: 127.0.0.1'],
      ['Host: 127.0.0.1', 'Host: other.test'],
    ],
    'an empty `Host`': [['Host:'], ['Host: ']],
    'an invalid `Host`': [
      '[::::]',
      'a b',
      'x/../y',
      'user@127.0.0.1',
      '127.0.0.1:99999',
      '127.0.0.1:x',
      'a\\b',
      'a?b',
      'a#b',
      '[',

      '\xe9.test',
      '%zz',
      'a,b',
      '127.0.0.1/photos',
      'a|b',
      '<a>',
      'xn--',
      'xn--a',
      'xn--ls8h-',
      'a.xn--.test',
      '[::1%25eth0]',
      'a:1:2',
      '1.2.3.4.5:',
      '999.999.999.999',
    ].map((name) => [`Host: ${name}`]),
    'another `Host`': [
      'other.test',
      'example.com.',
      'EXAMPLE.com:80',
      '[::1]',
      '[::1]:3000',
      'localhost',
      '0x7f.1',
      'xn--bcher-kva.test',
      'a_b.test',
      `${'a'.repeat(64)}.test`,
    ].map((name) => [`Host: ${name}`]),
  },
  header: {
    '`Range`': [
      'bytes=5-1',
      'bytes=-2',
      'bytes=0-1,3-4',
      'bytes=999999999-',
      'bytes=-',
      'bytes',
      'bytes=-0',

      'bytes=1e3-',
      'bytes=0-999999999',
      'lines=0-1',
      'bytes=a-b',
      'bytes=99999999999999999999-',
      'bytes= 0 - 1',
      '',
    ].map((range) => [`Range: ${range}`]),
    '`Range: bytes=0-0`': [['Range: bytes=0-0']],
    '`If-None-Match`': ['*', '"x"', 'W/"x"', 'x', '"', '', '*, "x"'].map((tag) => [`If-None-Match: ${tag}`]),
    '`If-Modified-Since`': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '-1'].map((date) => [
      `If-Modified-Since: ${date}`,
    ]),
    '`If-Match`, `If-Range` or `If-Unmodified-Since`': [
      ['If-Match: "x"'],
      ['If-Range: "x"', 'Range: bytes=0-1'],
      ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'],
    ],
    '`Expect: 100-continue`': [['Expect: 100-continue']],
    'an unknown `Expect`': [['Expect: x'], ['Expect: 200-ok'], ['Expect:']],
    'an upgrade to WebSocket': [
      UPGRADE,
      ['Connection: Upgrade', 'Upgrade: websocket'],
      ['Connection: upgrade', 'Upgrade: WebSocket'],
    ],
    "an upgrade to the dev server's WebSocket": [
      [...UPGRADE, 'Sec-WebSocket-Protocol: vite-hmr'],
      [...UPGRADE, 'Sec-WebSocket-Protocol: vite-ping'],
    ],
    'another upgrade': [
      ['Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
      ['Connection: Upgrade', 'Upgrade: x'],
      ['Connection: Upgrade'],
      ['Upgrade: x'],
    ],
    '`Sec-Fetch-Dest`': destinations.map((name) => [
      `Sec-Fetch-Dest: ${name}`,
      'Sec-Fetch-Mode: navigate',
      'Sec-Fetch-Site: none',
    ]),
    '`Sec-Fetch-Site`': ['cross-site', 'same-site', 'same-origin', 'none', 'x'].map((site) => [
      `Sec-Fetch-Site: ${site}`,
    ]),
    'a `no-cors` request of another site': [
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script'],
    ],
    '`Origin`': ['null', 'https://evil.test', 'http://127.0.0.1', 'https://pay.test', 'x'].map((origin) => [
      `Origin: ${origin}`,
    ]),
    'a CORS preflight': [['Origin: https://evil.test', 'Access-Control-Request-Method: DELETE']],
    '`Accept-Encoding`': ['gzip', 'br, zstd', 'identity;q=0', 'x'].map((name) => [`Accept-Encoding: ${name}`]),
    '`X-Forwarded-*`': [['X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https', 'X-Forwarded-For: 10.0.0.1']],
    'a method override in a header': [['X-HTTP-Method-Override: DELETE']],
    '`Connection`': ['close', 'keep-alive', 'x', 'close, x', 'keep-alive, Host'].map((value) => [
      `Connection: ${value}`,
    ]),
    'a name that objects inherit': ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((name) => [
      `${name}: x`,
    ]),
    'a byte above 127 in a header': [['X-A: \xe9'], ['Cookie: a=\xff'], ['Referer: http://\xc3\xa9/']],
    'a control character in a header': [['X-A: a\0b'], ['X-A: a\x01b'], ['X-A: a\x7fb'], ['X-A: a\x1b[31m']],
    'a malformed header': [['X-A'], [': x'], ['X A: x'], ['X-A : x'], ['X-\0: x'], ['@: x'], ['\xe9: x']],
    'a folded header': [
      ['X-A: a', ' b'],
      ['X-A: a', '\tb'],
    ],
    'a line that ends with `\\r` or `\\n` only': [['X-A: a\nX-B: b'], ['X-A: a\rX-B: b']],
    'a header of more than 16 KiB': [[`X-A: ${'a'.repeat(20_000)}`], times(300, `X-A: ${'a'.repeat(60)}`)],
    'a header of more than 64 KiB': [[`X-A: ${'a'.repeat(70_000)}`]],
    'many headers': [times(90, 'X-A: a'), times(90, 'Cookie: a=1')],
    'more than 100 headers': [times(500, 'X-A: a')],
  },
  accept: {
    '`Accept` with HTML': [['Accept: text/html,application/xhtml+xml,*/*;q=0.8']],
    '`Accept` with JSON': [['Accept: application/json'], ['Accept: application/problem+json']],
    'another `Accept`': [['Accept: */*'], ['Accept: x'], ['Accept: image/*'], ['Accept: text/html;q=0'], ['Accept:']],
  },
  body: {
    'a body': [
      [['Content-Length: 8', FORM], 'title=ab'],
      [['Content-Length: 11', JSON_TYPE], '{"title":1}'],
      [['Content-Length: 4', 'Content-Type: text/plain'], 'text'],
      [['Content-Length: 0', FORM]],
      [[CHUNKED, FORM], ...chunks('title=ab')],
      [['Content-Length: 14', FORM], '_method=delete'],
      [[`Content-Length: ${PART.length + 10}`, MULTIPART], `${PART}\r\n--xx--\r\n`],
    ],
    'a body that arrives slowly': [
      [['Content-Length: 8', FORM], ...'title=ab'],
      [[CHUNKED, FORM], ...chunks('title=ab').join('')],
    ],
    'a malformed body': [
      [['Content-Length: 5', JSON_TYPE], '{"a":'],
      [['Content-Length: 5', MULTIPART], 'hello'],
      [['Content-Length: 4', 'Content-Type: multipart/form-data'], '--xx'],
      [['Content-Length: 8', FORM], '%zz=%&[]'],
      [['Content-Length: 1', 'Content-Type: \xff'], 'x'],
      [['Content-Length: 3', 'Content-Type: application/json; charset=x'], '\xff\xfe\0'],
    ],
    'a multipart form without its end': [[[`Content-Length: ${PART.length}`, MULTIPART], PART]],
    'a body above the limit of an action': [
      [[CHUNKED, JSON_TYPE], ...chunks(...times(3, ' '.repeat(21_000)))],
      [[CHUNKED, FORM], ...chunks(...times(4, 'a'.repeat(16_000)))],
      [['Content-Length: 63000', JSON_TYPE], ...times(3, ' '.repeat(21_000))],
    ],
    'a body above the limit of the server': [
      [[CHUNKED, JSON_TYPE], ...chunks(...times(6, ' '.repeat(21_000)))],
      [['Content-Length: 126000', FORM], ...times(6, 'a'.repeat(21_000))],
    ],
    '`Content-Length` above the limit of the server': [
      [['Content-Length: 999999999999', FORM], 'a=1'],
      [['Content-Length: 100001'], 'a'],
    ],
    'a malformed `Content-Length`': [
      ...['-1', '+5', '0x5', '5.0', '5, 5', '1e1', '', '99999999999999999999999', ' 5 5', '٥'].map((length): Body => [
        [`Content-Length: ${length}`],
        'title',
      ]),
      [['Content-Length: 5', 'Content-Length: 6'], 'title'],
    ],
    'two equal `Content-Length` headers': [[['Content-Length: 5', 'Content-Length: 5'], 'title']],
    '`Content-Length` with `Transfer-Encoding`': [
      [['Content-Length: 5', CHUNKED], ...chunks('title')],
      [[CHUNKED, 'Content-Length: 900'], ...chunks('title')],
    ],
    'an unknown `Transfer-Encoding`': [
      ...[
        'gzip, chunked',
        'identity',
        'xchunked',
        'chunked, identity',
        'chunked, chunked',
        '',
        '"chunked"',
        'chun\x0bked',
      ].map((coding): Body => [[`Transfer-Encoding: ${coding}`], ...chunks('title')]),
      [['Transfer-Encoding : chunked'], ...chunks('title')],
    ],
    'a malformed chunk': [
      'zz\r\ntitle\r\n0\r\n\r\n',
      '-5\r\ntitle\r\n0\r\n\r\n',
      '5\r\ntitleXX\r\n0\r\n\r\n',
      'fffffffffffffffff\r\n',
      '5 x\r\ntitle\r\n0\r\n\r\n',
    ].map((bytes): Body => [[CHUNKED, FORM], bytes]),
    'a chunk extension or trailer': [
      [[CHUNKED, FORM], '5;a=b\r\ntitle\r\n0\r\n\r\n'],
      [[CHUNKED, FORM, 'Trailer: X-A'], '5\r\ntitle\r\n0\r\nX-A: a\r\nHost: evil.test\r\n\r\n'],
    ],
    'a long chunk extension or trailer': [
      [[CHUNKED, FORM], `5;${'a'.repeat(20_000)}\r\ntitle\r\n0\r\n\r\n`],
      [[CHUNKED, FORM], `5\r\ntitle\r\n0\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ],
  },
  following: {
    'a pipelined request': [
      [request('GET /photos'), 'GET'],
      [request('GET /nowhere') + request('HEAD /photos') + request('GET /stream'), 'GET', 'HEAD', 'GET'],
      [request('POST /photos', 'Content-Length: 1') + 'x' + request('GET /pause'), 'POST', 'GET'],
      [request('GET /big.bin') + request('GET /half'), 'GET', 'GET'],
    ],
    'many pipelined requests': [[request('GET /stream').repeat(20), ...times(20, 'GET')]],
    'a pipelined upgrade': [
      [request('GET /photos', ...UPGRADE), 'GET'],
      [request('GET /pause') + request('GET /photos', ...UPGRADE), 'GET', 'GET'],
      [request('GET /photos', ...UPGRADE, 'Sec-WebSocket-Protocol: vite-hmr'), 'GET'],
    ],
    'malformed bytes behind the request': [
      ['x\r\n\r\n', 'GET'],
      ['\0\0\0\0\r\n\r\n', 'GET'],
      ['GET http://[ HTTP/1.1\r\n\r\n', 'GET'],
    ],
    'empty lines behind the request': [['\r\n\r\n']],
  },
  leaving: {
    'a client that ends its side': [['end']],
    'a client that ends its side early': [
      ['end', 'in the line'],
      ['end', 'in the headers'],
      ['end', 'in the body'],
    ],
    'a client that resets the connection': [
      ['reset'],
      ['reset', 'in the line'],
      ['reset', 'in the headers'],
      ['reset', 'in the body'],
    ],
  },
}
