// Counts phrases that native readers stumble over (CONTRIBUTING.md explains how to write), and fails if there are more
// than the bounds below:
//   node scripts/check-prose.mjs           checks the repository
//   node scripts/check-prose.mjs FILE…     lists the phrases in these files
// A phrase is only a hint: a page without any can still be hard to read. Lower a bound when the count falls.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What to write instead is in the comments. */
const PHRASES = [
  // Sentences that open with a preposition or a pronoun, as in `Of the routes, one …` and `Who calls …`: begin with the
  // subject.
  /(?:^|[.!?:;]\s+|["'`*/]\s*)(?:Of (?!course)\w+|That of|Those (?:that|of|which|whose)|Who(?:ever)? \w+)/g,
  // A clause in place of a noun, as in `what the route has`: name the thing itself.
  /\b(?:what|whatever|whom|who|where) (?:is|are|was|has|have|had|no|an?|the|it|its|they|each|another|else|one|stands|follows|does|answers|says|becomes)\b/gi,
  // Write match, handle, respond or return.
  /\banswer(?:s|ed|ing)?\b/gi,
  // Write specify, report, show or return.
  /\b(?:says?|said|tells?|told)\b/gi,
  // Write be, link to, redirect to, become or precede.
  /\b(?:stands?|stood|leads?|led|comes? (?:to|out|down)|goes? before)\b/gi,
  // Write string.
  /\btexts?\b/gi,
  // Write again, next to, inside, except, otherwise or pass.
  /\b(?:anew|beside|inside of|but for|else|thereof|whose|must not have|(?:is|are) given|given to|handed|hands? (?:on|in|down)|has not|it takes|take[sn]? off)\b/gi,
  // A sentence needs a subject and a verb.
  /(?:^|[.!?]\s+)(?:Where|As in|But for|Left out|Given)\b[^.!?]{0,80}[.!?]/g,
]

/** `perThousand` is the bound for all words of the files; `inFile` for each file, in which one phrase is always allowed. */
const BOUNDS = [
  {
    name: 'documentation',
    files: /^(?:README|SECURITY|CONTRIBUTING|bench\/README|docs\/.*|packages\/[^/]+\/README)\.md$/,
    perThousand: 3,
    inFile: 10,
  },
  {
    name: 'architecture and decisions',
    files: /^(?:ARCHITECTURE|decisions\/.*)\.md$/,
    perThousand: 4,
    inFile: Infinity,
  },
  { name: 'sources', files: /^packages\/[^/]+\/(?:src|page)\/.*(?<!\.test)\.tsx?$/, perThousand: 6, inFile: Infinity },
]

/** The lines of a file without code: prose in Markdown; comments and strings with spaces in TypeScript. */
function proseOf(file, text) {
  // Keep the lines of a code block empty, so that line numbers stay right.
  const withoutFences = text.replace(/^( *\*? ?)```[^]*?^\1```/gm, (block) => block.replace(/[^\n]/g, ''))
  const lines = withoutFences.split('\n')
  const prose = file.endsWith('.md') ? lines : lines.map(proseOfCode)
  return prose.map((line) => line.replace(/`[^`]*`/g, '`x`'))
}

function proseOfCode(line) {
  if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return line
  return [...line.matchAll(/\/\/ .*|(["'`])(?:(?!\1).)*? (?:(?!\1).)*?\1/g)].map(([text]) => text).join(' ')
}

const hitsOf = (line) => PHRASES.flatMap((phrase) => line.match(phrase) ?? [])
const wordsOf = (line) => line.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length

function measure(file) {
  const lines = proseOf(file, readFileSync(`${ROOT}${file}`, 'utf8'))
  const sum = (count) => lines.reduce((total, line) => total + count(line), 0)
  return { file, words: sum(wordsOf), hits: sum((line) => hitsOf(line).length) }
}

function list(file) {
  for (const [index, line] of proseOf(file, readFileSync(file, 'utf8')).entries()) {
    const hits = hitsOf(line)
    if (hits.length > 0) console.log(`${file}:${index + 1} ${hits.map((hit) => `"${hit.trim()}"`).join(', ')}`)
  }
}

/** Prints the count of each group. @returns the problems */
function check() {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  return BOUNDS.flatMap(({ name, files: pattern, perThousand, inFile }) => {
    const measured = files.filter((file) => pattern.test(file)).map(measure)
    const total = (key) => measured.reduce((sum, each) => sum + each[key], 0)
    const rate = (1000 * total('hits')) / total('words')
    console.log(`${name}: ${rate.toFixed(1)} phrases in 1,000 words (at most ${perThousand}), ${measured.length} files`)
    const problems = measured
      .filter(({ words, hits }) => hits > Math.max(1, (inFile * words) / 1000))
      .map(({ file, words, hits }) => `${file}: ${hits} phrases in ${words} words`)
    return rate > perThousand ? [`${name}: more than ${perThousand} phrases in 1,000 words`, ...problems] : problems
  })
}

const named = process.argv.slice(2)
if (named.length > 0) named.forEach(list)
else {
  const problems = check()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) console.error('List the phrases of a file: node scripts/check-prose.mjs FILE')
  process.exitCode = problems.length > 0 ? 1 : 0
}
