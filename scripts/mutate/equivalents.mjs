/**
 * Equivalent mutants by file: no test can fail for them. `in` is the piece of a source line in which the mutant begins,
 * `to` the pieces of its replacement. `score.mjs` subtracts these mutants, and reports entries that are no longer needed.
 */

const EXPAND = 'packages/compiler/src/phases/2-expand/'
const RUNTIME = 'packages/runtime/src/'
const SERVER = 'packages/server/src/'
const PLUGIN = 'packages/vite-plugin/src/'
const EVALUATE = 'packages/vite-plugin/src/evaluate/'
const PATTERNS = 'packages/compiler/src/patterns/'

/** The replacements that a mutator writes for an empty string and for an empty list. */
const TEXT = '"Stryker was here!"'
const LIST = '["Stryker was here"]'

/** Values and tests that only the type checker needs. */
const forTypes = {
  [`${EXPAND}check-path.ts`]: [
    // The parser throws no other errors.
    { in: '!(error instanceof PatternError)', to: ['false'] },
  ],
  [`${EXPAND}check-route.ts`]: [
    { in: "name = ''", to: [TEXT] },
    { in: "[start = '', authority = ''] = ", to: [TEXT] },
    { in: '(target) ?? []', to: [LIST] },
    { in: "typeof target === 'string'", to: ['true'] },
  ],
  [`${EXPAND}check-writing.ts`]: [{ in: 'action !== null', to: ['true'] }],
  [`${EXPAND}make-route.ts`]: [{ in: "[controller = '', action = '']", to: [TEXT] }],
  [`${EXPAND}route-name.ts`]: [{ in: 'action !== null && !isCanonical', to: ['true'] }],
  [`${EVALUATE}load-failure.ts`]: [
    // A match has both groups.
    {
      in: 'specifier === undefined || importer === undefined',
      to: ['specifier === undefined && importer === undefined'],
    },
    { in: 'specifier === undefined ||', to: ['false'] },
  ],
  // Undefined counts as false.
  [`${PATTERNS}regexp/syntax.ts`]: [{ in: "case 'set':", to: ['""'] }],
  [`${PLUGIN}dev/overlay.ts`]: [
    // Each error has a stack, and the text of no list is `null`.
    { in: "(stack ?? '')", to: [TEXT] },
    { in: 'this.#errors !== null && JSON', to: ['true'] },
  ],
  [`${RUNTIME}origin.ts`]: [{ in: '.exec(source.host ?? hostHeader(request)) ?? []', to: [LIST] }],
  [`${RUNTIME}match-all.ts`]: [{ in: "typeof target !== 'string'", to: ['false'] }],
  [`${RUNTIME}open-table.ts`]: [{ in: 'makeParams: readonly MakeParams[] = []', to: [LIST] }],
  [`${RUNTIME}pages.ts`]: [
    {
      in: 'controller === undefined || action === undefined',
      to: ['false', 'controller === undefined && action === undefined'],
    },
  ],
  [`${PLUGIN}serve/server-config.ts`]: [{ in: '{ plugins = [] }', to: [LIST] }],
  [`${PLUGIN}serve/serve-routes.ts`]: [
    { in: "headers.get('content-type') ?? ''", to: [TEXT] },
    { in: "'content-type': type = ''", to: [TEXT] },
    { in: 'return async () => null', to: ['() => undefined'] },
  ],
  [`${SERVER}dispatch.ts`]: [
    {
      in: 'controller === undefined || action === undefined',
      to: ['false', 'controller === undefined && action === undefined'],
    },
  ],
  [`${SERVER}contracts/read-body.ts`]: [{ in: "kindOf(type ?? '')", to: [TEXT] }],
  [`${SERVER}cross-site.ts`]: [{ in: "request.headers.get('origin') ?? ''", to: [TEXT] }],
  [`${SERVER}method-override.ts`]: [{ in: "?? '') ?? []", to: [TEXT, LIST] }],
  [`${SERVER}rendering.ts`]: [{ in: '.exec(cookie) ?? []', to: [LIST] }],
  [`${RUNTIME}request-format.ts`]: [
    { in: "[name = '', ...parameters]", to: [TEXT] },
    { in: "readHeader(request, 'x-requested-with') ?? ''", to: [TEXT] },
    { in: "parameter.startsWith('q=')) ?? ''", to: [TEXT] },
    // The searched string begins with `q=`.
    { in: '/^q=(.*)/', to: ['/q=(.*)/'] },
  ],
}

/** Code that saves time: without it, the program computes the same result again, or makes an attempt that fails. */
const forSpeed = {
  [`${EVALUATE}callables.ts`]: [{ in: 'new Set([start])', to: ['[]'] }],
  [`${PATTERNS}automata/inclusion.ts`]: [{ in: 'members === undefined', to: ['true'] }],
  // The second expression is also true only if the path begins with a group.
  [`${PATTERNS}pattern/join.ts`]: [{ in: "'(') && ONLY_GROUPS", to: ['""'] }],
  [`${EXPAND}check-path.ts`]: [
    { in: "pattern: '',", to: [TEXT] },
    { in: 'segments: [],', to: [LIST] },
    { in: '/^[a-z0-9_/:()*-]*$/i', to: ['/^[a-z0-9_/:()*-]$/i'] },
  ],
  [`${EXPAND}check-route.ts`]: [{ in: 'keys.length === 0', to: ['false'] }],
  [`${EXPAND}expand.ts`]: [{ in: 'declarations.length > 0', to: ['true', 'declarations.length >= 0'] }],
  [`${EXPAND}requirement.ts`]: [
    { in: "typeof part === 'string'", to: ['true'] },
    { in: "{ source: '', flags", to: ['{}'] },
    { in: "'', flags: '', problem", to: [TEXT] },
  ],
  [`${EXPAND}inflect.ts`]: [{ in: 'inflected === undefined', to: ['true'] }],
  [`${RUNTIME}automaton.ts`]: [
    { in: 'reachesMatch + 1', to: ['reachesMatch - 1'] },
    {
      in: 'existing !== undefined && rows[existing]!.every((isReached, state) => isReached === row[state])',
      to: ['false', 'isReached !== row[state]', '() => undefined'],
    },
    // No test has two different rows with the same hash.
    {
      in: 'rows[existing]!.every((isReached, state) => isReached === row[state])',
      to: ['true', 'rows[existing]!.some((isReached, state) => isReached === row[state])'],
    },
    {
      in: 'rows.length > MAX_ROWS',
      to: ['true', 'false', 'rows.length >= MAX_ROWS', 'rows.length <= MAX_ROWS'],
    },
    { in: 'to - from >= shortRowNumbers.length', to: ['true', 'to + from'] },
    { in: 'new Int32Array(to - from + 1)', to: ['to + from'] },
    { in: 'nextRow !== undefined', to: ['true'] },
  ],
  // Slots of a hash table that collide more often, or lose an entry.
  [`${RUNTIME}literals.ts`]: [
    { in: '32 - bits', to: ['32 + bits'] },
    { in: 'if (newChild)', to: ['true'] },
    { in: 'start + end', to: ['start - end'] },
    { in: 'slot + 1', to: ['slot - 1'] },
  ],
  [`${RUNTIME}match.ts`]: [
    { in: '4 * cachedPaths.length > cacheMask', to: ['4 * cachedPaths.length >= cacheMask'] },
    { in: 'while (cacheSlots[2 * slot + 1] !== 0)', to: ['false'] },
    { in: 'slot = (slot + 1) & cacheMask', to: ['slot - 1'] },
    // The code after it has the same result.
    { in: 'if (method !== firstVerb)', to: ['true'] },
    { in: 'method === secondVerb', to: ['false'] },
    { in: 'method === thirdVerb', to: ['false'] },
    { in: 'method === fourthVerb', to: ['false'] },
    { in: 'method === fifthVerb', to: ['false'] },
    { in: 'length > MAX_PATH_LENGTH', to: ['length >= MAX_PATH_LENGTH'] },
    { in: 'if (literalNode > 0)', to: ['true', 'literalNode >= 0'] },
    { in: '((nodes[node + VERB_BITS]! >> verb) & 1) === 0', to: ['false'] },
    // Segments that are not known to be clean are checked.
    { in: 'literalNode > 0', to: ['true', 'false', 'literalNode >= 0', 'literalNode <= 0'] },
    { in: 'captureCount === 0', to: ['false'] },
    { in: 'captureCount > 1 ? hasSpecialCharacter', to: ['true', 'captureCount >= 1'] },
  ],
  [`${RUNTIME}open-table.ts`]: [{ in: "path.includes('%')", to: ['true', '""'] }],
  [`${RUNTIME}search.ts`]: [
    { in: '((nodes[node + VERB_BITS]! >> verb) & 1) === 1', to: ['true'] },
    { in: 'nodes[node + GREATEST_ENTRY]! > entryToBeat', to: ['nodes[node + GREATEST_ENTRY]! >= entryToBeat'] },
    { in: 'if (mayWin(0))', to: ['true'] },
  ],
  [`${RUNTIME}canonical-path.ts`]: [
    { in: 'path.length <= MAX_PATH_LENGTH && PLAIN.test(path)', to: ['false', 'path.length < MAX_PATH_LENGTH'] },
  ],
  [`${SERVER}contracts/read-body.ts`]: [
    { in: 'text.length >= 2 * MAX_JSON_DEPTH ||', to: ['true'] },
    { in: 'length <= maxSize &&', to: ['length < maxSize'] },
  ],
  [`${SERVER}accept.ts`]: [{ in: "accept === '*/*'", to: ['""', 'false'] }],
  [`${SERVER}controllers.ts`]: [{ in: 'action === undefined', to: ['true'] }],
  [`${SERVER}dispatch.ts`]: [
    { in: 'middleware.length === 0', to: ['false'] },
    { in: 'loadedGuards.length === 0', to: ['false'] },
    { in: 'routeMatch === null) {', to: ['true'] },
  ],
  [`${PLUGIN}dev/dev-session.ts`]: [{ in: 'outsideFiles.length > 0', to: ['true', 'outsideFiles.length >= 0'] }],
  [`${PLUGIN}serve/serve-routes.ts`]: [
    { in: 'moduleHost === undefined', to: ['true'] },
    { in: 'if (maxRequestBodySize !== undefined)', to: ['true'] },
    { in: '!response.headers.has(HANDLED_HEADER)', to: ['false'] },
    { in: 'cookies.length === 0 && vary.length < 2', to: ['false'] },
    { in: 'if (cookies.length > 0)', to: ['true', 'cookies.length >= 0'] },
  ],
  // The check that follows accepts these hosts, too.
  [`${SERVER}request-target.ts`]: [
    { in: 'host === null || host === authority', to: ['host === null && host === authority', 'false'] },
    { in: "if (lastStart === '' || !url", to: ['true'] },
    { in: "return next === undefined || next === '/'", to: ['""', 'false'] },
    { in: "next === '?' || next === '#'", to: ['""', 'false'] },
    { in: 'PLAIN_HOST.test(host)', to: ['false'] },
  ],
}

/** Other ways to compute the same result. */
const forNothing = {
  // The end of the line, which `.*` reaches. No two modules have the same file or specifier.
  [`${EVALUATE}load-failure.ts`]: [
    { in: '/Invalid regular expression: (', to: ['/Invalid regular expression: (\\/.*\\/\\w*): (.*)/m'] },
  ],
  [`${EVALUATE}evaluation.ts`]: [{ in: 'key(a) > key(b)', to: ['true'] }],
  // No wait is so long.
  [`${PLUGIN}dev/rechecks.ts`]: [{ in: '2 * wait < SCAN_MS', to: ['2 * wait <= SCAN_MS'] }],
  // No problem has such a severity, and no module names such a helper.
  [`${PLUGIN}dev/dev-session.ts`]: [{ in: 'outcomeBefore?.problems ?? []', to: [LIST] }],
  [`${PLUGIN}dev/module-updates.ts`]: [{ in: '?? []', to: [LIST] }],
  [`${EXPAND}english.ts`]: [
    // Rules that other rules make superfluous, in ActiveSupport too.
    { in: '/^(oxen)$/i', to: ['/^(oxen)/i'] },
    { in: '/(^analy)(sis|ses)$/i', to: ['/(analy)(sis|ses)$/i'] },
  ],
  [`${EXPAND}expand.ts`]: [
    { in: "?? 'snake_case'", to: ['""'] },
    { in: "case 'concern':", to: ['""'] },
  ],
  [`${EXPAND}hand-down.ts`]: [{ in: 'displaces !== undefined', to: ['true'] }],
  [`${EXPAND}inflect.ts`]: [
    // Both ways to write an irregular word keep its first letter.
    {
      in: 'singularStart.toUpperCase() === pluralStart.toUpperCase()',
      to: ['false', 'singularStart.toLowerCase()', 'pluralStart.toLowerCase()'],
    },
    { in: 'if (startAlike) {', to: ['false', '{}'] },
    { in: "typeof rule === 'string'", to: ['true'] },
    // The first rule matches every word.
    { in: 'plurals: Rule[] = []', to: [LIST] },
  ],
  [`${EXPAND}resource.ts`]: [{ in: "'member'", to: ['""'] }],
  [`${RUNTIME}automaton.ts`]: [
    // One state, character or range beyond the last.
    { in: 'state < size', to: ['state <= size'] },
    { in: 'character < 127', to: ['character <= 127'] },
    { in: 'at < code.length', to: ['at <= code.length'] },
    { in: 'i < ranges.length', to: ['i <= ranges.length'] },
    // Any unreachable row.
    { in: 'rows = []', to: [LIST] },
  ],
  [`${RUNTIME}base.ts`]: [
    { in: '/^(?:$|[/?#])/', to: ['/^(?:[/?#])/'] },
    // A canonical path begins with a slash, and no base is a number.
    { in: "typeof canonical !== 'string'", to: ['false'] },
    { in: 'end < 0', to: ['end <= 0'] },
    { in: "? ['', pathOrRequest, attributes]", to: [TEXT] },
    { in: '/^(?:https?:', to: ['/(?:https?:\\/\\/[^/]*)?/i'] },
  ],
  // The first string has no index; the list ends with an element that is no entry, as an empty list does. The searched
  // character is after the first slash. `PARAM_CHILD` and `NEXT_ENTRY` are 0. No two entries are the same.
  [`${RUNTIME}literals.ts`]: [{ in: 'literals: string[] = []', to: [LIST] }],
  [`${RUNTIME}match.ts`]: [
    { in: "cachedPaths = ['']", to: [TEXT] },
    { in: "path.indexOf('?') >= 0", to: ["path.indexOf('?') > 0"] },
    { in: "path.indexOf('#') >= 0", to: ["path.indexOf('#') > 0"] },
    { in: "path.indexOf('.', lastStart) >= 0", to: ["path.indexOf('.', lastStart) > 0"] },
    { in: 'slash < 0', to: ['slash <= 0'] },
    { in: 'node + PARAM_CHILD', to: ['node - PARAM_CHILD'] },
    { in: 'entry <= otherEntry', to: ['entry < otherEntry'] },
    { in: 'entry <= skippedEntry', to: ['entry < skippedEntry'] },
  ],
  [`${RUNTIME}route-table.ts`]: [
    { in: 'lastEntries[column]! + NEXT_ENTRY', to: ['lastEntries[column]! - NEXT_ENTRY'] },
    { in: 'parent + PARAM_CHILD', to: ['parent - PARAM_CHILD'] },
    { in: 'pathShapes = [0]', to: ['[]'] },
    // The first word has nothing before it.
    { in: "previousWord = ''", to: [TEXT] },
  ],
  [`${RUNTIME}search.ts`]: [
    { in: "target = ''", to: [TEXT] },
    { in: 'entry + NEXT_ENTRY', to: ['entry - NEXT_ENTRY'] },
    { in: 'slash < 0', to: ['slash <= 0'] },
    { in: 'slash >= 0', to: ['slash > 0'] },
    { in: 'node + PARAM_CHILD', to: ['node - PARAM_CHILD'] },
    // The root has no format.
    { in: 'formattedLiteral > 0', to: ['true', 'formattedLiteral >= 0'] },
  ],
  [`${SERVER}body-errors.ts`]: [{ in: 'catch {', to: ['{}'] }],
  [`${SERVER}contracts/nested-fields.ts`]: [{ in: 'start < text.length', to: ['start <= text.length'] }],
  // No origin is this string.
  [`${SERVER}cross-site.ts`]: [{ in: 'trustedOrigins: readonly string[] = []', to: [LIST] }],
  [`${SERVER}method-override.ts`]: [{ in: 'catch {', to: ['{}'] }],
  [`${SERVER}mounted.ts`]: [{ in: 'query < 0', to: ['query <= 0'] }],
  [`${RUNTIME}url.ts`]: [
    { in: 'subdomain !== true || domain', to: ['true'] },
    { in: '/^\\[|^[\\d.]+$/', to: ['/\\[|^[\\d.]+$/'] },
    { in: '/^https?:', to: ['/https?:\\/\\/([\\w.-]+|\\[[\\w:.]+])(:\\d+)?$/'] },
    { in: 'catch {', to: ['{}'] },
  ],
}

export const equivalents = merged(forTypes, forSpeed, forNothing)

function merged(...lists) {
  const all = {}
  for (const list of lists) for (const [file, entries] of Object.entries(list)) (all[file] ??= []).push(...entries)
  return all
}
