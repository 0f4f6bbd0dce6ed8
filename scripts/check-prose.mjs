// Counts phrases that native readers stumble over. CONTRIBUTING.md explains how to write.
//   node scripts/check-prose.mjs           counts the phrases of the repository
//   node scripts/check-prose.mjs FILE…     lists the phrases in these files
// A phrase is only a hint: a page without any can still be hard to read. So this is no check of `npm test`.
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

const GROUPS = {
  documentation: /^(?:README|SECURITY|CONTRIBUTING|bench\/README|docs\/.*|packages\/[^/]+\/README)\.md$/,
  'architecture and decisions': /^(?:ARCHITECTURE|decisions\/.*)\.md$/,
  sources: /^packages\/[^/]+\/(?:src|page)\/.*(?<!\.test)\.tsx?$/,
}

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

/** Prints the count of each group, and its files with the most phrases. */
function printCounts() {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  for (const [name, pattern] of Object.entries(GROUPS)) {
    const measured = files.filter((file) => pattern.test(file)).map(measure)
    const total = (key) => measured.reduce((sum, each) => sum + each[key], 0)
    const rate = (1000 * total('hits')) / total('words')
    console.log(`${name}: ${rate.toFixed(1)} phrases in 1,000 words, ${measured.length} files`)
    const worst = measured.sort((a, b) => b.hits / b.words - a.hits / a.words).slice(0, 3)
    for (const { file, words, hits } of worst) console.log(`  ${file}: ${hits} phrases in ${words} words`)
  }
}

const named = process.argv.slice(2)
if (named.length > 0) named.forEach(list)
else printCounts()
