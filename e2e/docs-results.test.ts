// The results of the samples in the documentation: a comment at the end of a line is compared with the value of the line, in
// an application of Vite with the routes of the page, and commands are run. A comment is a result if it begins like a value:
// with a quote, a bracket, a digit, or as `null`. Any other is prose.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, isRunnableDevEnvironment, parseSync, type ESTree } from 'vite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { main } from '../packages/vite-plugin/src/cli/main.ts'
import { silentProgress } from '../packages/vite-plugin/src/cli/progress.ts'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { buildPackages, run, TURNOUT } from '../packages/vite-plugin/test/built.ts'
import { linkPackages, PAGES, projectOf, readPage, routeFileOf, samplesOf, SOURCES, type Sample } from './samples.ts'

const FOLDER = fileURLToPath(new URL('fixtures', import.meta.url))
const CONFIG = `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }\n`

/** A comment with the value of the code before it. */
interface Claim {
  /** The code: from where to where. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Whether a comment is a result, and no prose. */
const isResult = (comment: string) => /^(?:['"`[{\d-]|(?:null|undefined|true|false)\b)/.test(comment.trim())

/** The results that a sample has in comments: each of the longest expression that ends before the comment. */
function claimsOf(code: string, language: string): readonly Claim[] {
  const { program, comments } = parseSync(`sample.${language}`, code)
  return comments.flatMap(({ type, value, start }) => {
    const before = code.slice(code.lastIndexOf('\n', start) + 1, start)
    if (type !== 'Line' || before.trim() === '' || !isResult(value)) return []
    const found = expressions(program)
      .filter(({ end }) => end <= start && /^[,;\s]*$/.test(code.slice(end, start)))
      .toSorted((a, b) => a.start - b.start)[0]
    if (found === undefined) throw new Error(`Nothing stands before // ${value}`)
    return [{ start: found.start, end: found.end, text: value.trim() }]
  })
}

/** The places of all expressions in a tree that have a result: functions have what is in them. */
function expressions(node: unknown): { start: number; end: number }[] {
  if (Array.isArray(node)) return node.flatMap(expressions)
  if (typeof node !== 'object' || node === null) return []
  const { type, start, end } = node as ESTree.Node
  const inside = Object.values(node).flatMap(expressions)
  return /(?<!Function|Parenthesized)Expression$|^Identifier$|Literal$/.test(type ?? '')
    ? [{ start, end }, ...inside]
    : inside
}

/** The code with each claimed expression handed to `__result`, with the number of its claim. */
function instrumented(code: string, claims: readonly Claim[]): string {
  return claims.toReversed().reduce((text, { start, end }, fromEnd) => {
    const expression = text.slice(start, end).replace(/^console\.log\(([^]*)\)$/, '[$1]')
    return `${text.slice(0, start)}__result(${claims.length - 1 - fromEnd}, ${expression})${text.slice(end)}`
  }, code)
}

/** Returns the values in a comment: `301 '/b'` are two, as `console.log` prints them; `…` replaces omitted properties. */
function valuesOf(text: string, isPrinted: boolean): unknown {
  const source = text.replaceAll(/, …(?= [}\]])/g, '')
  const parts = isPrinted ? `[${[...source.matchAll(/'[^']*'|\S+/g)].join(', ')}]` : source
  // eslint-disable-next-line no-implied-eval -- the pages are our own texts
  return new Function(`return (${parts})`)()
}

/** Makes a project of samples, which goes when the test is over. @returns its root, and the samples in it */
function writeProject(allSamples: readonly Sample[]) {
  const samples = allSamples.filter(({ language }) => !language.endsWith('x'))
  const { files, written } = projectOf(samples)
  const claims = [...written].map(([file, sample]) => ({
    file,
    sample,
    claims: claimsOf(sample.code, sample.language),
  }))
  mkdirSync(FOLDER, { recursive: true })
  const root = mkdtempSync(path.join(FOLDER, 'docs-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const all = new Map([['vite.config.ts', CONFIG], ...files])
  if (!written.has('config/routes.ts'))
    all.set('config/routes.ts', `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n${routeFileOf(samples)}`)
  for (const { file, sample, claims: own } of claims)
    if (own.length > 0) all.set(file, `${instrumented(sample.code, own)}\nexport {}\n`)
  for (const [file, content] of all) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  linkPackages(path.join(root, 'node_modules'))
  return { root, claims: claims.filter(({ claims: own }) => own.length > 0) }
}

/** Returns the wrong results of samples; empty if every line has the value in its comment. */
async function mistakesOf(samples: readonly Sample[]): Promise<readonly string[]> {
  const { root, claims } = writeProject(samples)
  const server = await createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'silent',
    cacheDir: path.join(root, '.vite'),
    server: { middlewareMode: true, ws: false },
  })
  onTestFinished(() => server.close())
  const { ssr } = server.environments
  if (ssr === undefined || !isRunnableDevEnvironment(ssr)) throw new Error('The server cannot run modules.')
  const mistakes: string[] = []
  for (const { file, sample, claims: own } of claims) {
    const seen = new Set<Claim>()
    Object.assign(globalThis, {
      __result(number: number, value: unknown) {
        const claim = own[number]!
        seen.add(claim)
        try {
          const expected = valuesOf(claim.text, sample.code.startsWith('console.log(', claim.start))
          if (claim.text.includes('…')) expect(value).toMatchObject(expected as object)
          else expect(value).toEqual(expected)
        } catch {
          mistakes.push(`${placeOf(sample, claim)} is ${JSON.stringify(value)}, not ${claim.text}`)
        }
        return value
      },
    })
    await ssr.runner.import(path.join(root, file))
    for (const claim of own) if (!seen.has(claim)) mistakes.push(`${placeOf(sample, claim)} is never reached`)
  }
  return mistakes
}

function placeOf({ page, line, code }: { page: string; line: number; code: string }, { start, end }: Claim): string {
  return `${page}:${line + code.slice(0, start).split('\n').length - 1} \`${code.slice(start, end)}\``
}

beforeAll(buildPackages)

describe('the results that stand in', () => {
  const shown = PAGES.filter((page) =>
    samplesOf(page, readPage(page)).some(({ code, language }) => claimsOf(code, language).length > 0),
  )

  test('the documentation are found', () => {
    for (const page of ['README.md', 'packages/vite-plugin/README.md', 'docs/ten-minutes.md', 'docs/direct.md'])
      expect(shown).toContain(page)
  })

  test.each(shown)('%s are right', async (page) => {
    expect(await mistakesOf(samplesOf(page, readPage(page)))).toEqual([])
  })

  test('doc comments are right', async () => {
    expect(await mistakesOf(SOURCES.flatMap((file) => samplesOf(file, readPage(file))))).toEqual([])
  })

  test('a page with slips are not', async () => {
    const page = [
      "import { match, photoPath, photosPath } from 'virtual:routes'",
      "photosPath() // '/photos'",
      "photoPath(7) // '/photo/7'",
      "const links = [photoPath(8), // '/photos/8'",
      'photosPath(), // the same as above',
      "photosPath(), // '/photos' and more",
      ']',
      "match('GET', '/photos/7') // { action: 'show', params: { id: '8' }, … }",
      "const later = () => photoPath(9) // '/photos/9'",
      "if (links.length > 9) console.log(photoPath(9)) // '/photos/9'",
      "console.log(301, photosPath()) // 301 '/photos'",
    ]
    const text = `# Page\n\n\`\`\`ts\n${page.join('\n')}\n\`\`\`\n`
    expect(await mistakesOf(samplesOf('page.md', text))).toEqual([
      'page.md:6 `photoPath(7)` is "/photos/7", not \'/photo/7\'',
      'page.md:9 `photosPath()` is "/photos", not \'/photos\' and more',
      expect.stringMatching(/^page.md:11 `match\('GET', '\/photos\/7'\)` is \{.*"params":\{"id":"7"\}/),
      'page.md:12 `photoPath(9)` is never reached',
      'page.md:13 `console.log(photoPath(9))` is never reached',
    ])
  })
})

/** A command of a page (`$ npx turnout …`), and its output on the page. */
interface Shown {
  readonly args: readonly string[]
  readonly output: string
}

function shownCommands(text: string): readonly Shown[] {
  return [...text.matchAll(/^```text\n\$ npx turnout (.*)\n([^]*?)^```$/gm)].map(([, args, output]) => ({
    args: args!.split(' '),
    output: output!,
  }))
}

/** Returns the commands of `turnout` in the code of a page. */
function commandsOf(text: string): readonly string[] {
  const code = [...text.matchAll(/^```[^]*?^```$|`[^`\n]+`/gm)].map(([each]) => each)
  const found = code.flatMap((each) => [...each.matchAll(/(?<!create |[\w/:.-])turnout ((?:[\w./-]+ ?)+)/g)])
  return [...new Set(found.map(([, args]) => args!.trim()))]
}

describe('the commands that stand in', () => {
  const shown = PAGES.filter((page) => shownCommands(readPage(page)).length > 0)

  test('the documentation are found', () => {
    expect(shown).toEqual(['docs/mounts.md', 'docs/ten-minutes.md'])
    expect(commandsOf(readPage('docs/command.md'))).toEqual(
      expect.arrayContaining(['routes --unused', 'explain GET /photos/new', 'check --max-warnings 0', 'types --check']),
    )
  })

  test.each(shown)('%s print what it says', async (page) => {
    const text = readPage(page)
    const { root } = writeProject(samplesOf(page, text))
    for (const { args, output } of shownCommands(text)) {
      const { out } = await run(TURNOUT, args, root)
      // A line of `…` stands for any others.
      const parts = output.trimEnd().split(/^ *…$/m)
      expect(out.trimEnd()).toMatch(
        new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[^]*')}$`),
      )
    }
  })

  const pages = PAGES.filter((page) => commandsOf(readPage(page)).length > 0)

  test.each(pages)('%s are there, with their options', async (page) => {
    const refused: string[] = []
    for (const command of commandsOf(readPage(page))) {
      // It reads the arguments, and does no more.
      const [name, ...options] = command.split(' ')
      await main([name!, '--help', ...options], {
        loadProject: () => expect.fail('asked for the project'),
        out: () => {},
        err: (line) => void refused.push(line),
        columns: undefined,
        progress: silentProgress,
        style: { out: plain, err: plain },
      })
    }
    expect(refused).toEqual([])
  })
})
