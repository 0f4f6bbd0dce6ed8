// The ten-minute guide, followed to the letter from an empty folder, and then the pages that go on from there: their files
// are written and their commands are run, in order. The one difference is where the packages come from: they are packed
// here, and not published.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { version as viteVersion } from 'vite'
import { expect, test } from 'vitest'
import { describeInBrowser } from './browser.ts'
import { startServer, startVite, type Served } from './dev-process.ts'
import { outside } from './packed.ts'

const made = outside('guide')

/** Returns the steps of a page in order: commands, their output, and files by the names in their first lines. */
function stepsOf(page: string, section?: RegExp) {
  const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8')
  const told = section === undefined ? text : text.split(section)[1]!
  const blocks = [...told.matchAll(/^```(sh|ts|jsonc|html|text)[^\n]*\n([^]*?)^```$/gm)]
  // Each block of the guide is run or compared. The other pages also show files of other programs.
  if (page === 'ten-minutes') expect(told.match(/^```/gm)).toHaveLength(2 * blocks.length)
  return blocks.map(([, language, text]) =>
    language === 'text'
      ? { kind: 'output' as const, text: text! }
      : language === 'sh'
        ? { kind: 'commands' as const, lines: text!.trim().split('\n') }
        : { kind: 'file' as const, file: /^(?:\/\/|<!--) (\S+)/.exec(text!)?.[1] ?? null, text: text! },
  )
}

/** Runs a command in a shell, and returns its output. @throws Error if the command fails */
function sh(command: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env
    const child = spawn(command, { cwd, shell: true, env: { ...env, NO_COLOR: '1' } })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${command}: ${code}\n${out}`))))
  })
}

/** The dev step: a page, an edit that breaks it, and its way back. */
async function develop(command: string, root: string): Promise<void> {
  const { url, printed } = await startVite(command, root)
  const page = async (target: string) => {
    const response = await fetch(url + target, { headers: { accept: 'text/html' } })
    return `${response.status} ${await response.text()}`
  }
  expect(await page('/')).toContain('<a href="/photos/7">The seventh</a>')
  expect(await page('/photos/7')).toContain('<h1>Photo 7</h1>')
  const file = path.join(root, 'config/routes.ts')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace("'print'", "'paper'"))
  await expect.poll(printed).toContain('does not export the action `paper`')
  await expect.poll(printed).toContain('No route has the action `photos#print`')
  await expect.poll(() => page('/photos/7/print')).toMatch(/^404 /)
  expect(await page('/photos/7')).toMatch(/^500 [^]*printPhotoPath[^]*Did you mean[^]*paperPhotoPath/)
  writeFileSync(file, text)
  await expect.poll(() => page('/photos/7/print')).toContain('on paper')
}

/** Uses a server that a page starts. */
type Use = (command: string, root: string) => Promise<void>

interface Following {
  /** The heading of the section; by default, the whole page. */
  readonly section?: RegExp
  readonly useDev?: Use
  readonly useProduction?: Use
}

/** Does what a page says. @returns the folder in which it ends */
async function follow(
  page: string,
  from: string,
  { section, useDev = develop, useProduction = visit }: Following = {},
): Promise<string> {
  let root = from
  for (const step of stepsOf(page, section)) {
    if (step.kind === 'output') {
      // A block of text begins with a command, and shows all that the command prints, except the number of problems.
      const [, command, printed] = /^\$ (.+)\n([^]*)$/.exec(step.text) ?? []
      expect(command, step.text).toBeDefined()
      expect((await sh(command!, root)).replace(/^\n?1 error; see `turnout check`.\n/m, '').trim()).toBe(
        printed!.trim(),
      )
      continue
    }
    if (step.kind === 'file') {
      // What has no name shows something, and is no part of the application.
      if (step.file === null) continue
      mkdirSync(path.dirname(path.join(root, step.file)), { recursive: true })
      writeFileSync(path.join(root, step.file), step.text)
      continue
    }
    for (const line of step.lines) {
      const into = /^mkdir (\w+) && cd \1$/.exec(line)
      if (line === 'npx vite') await useDev(line, root)
      else if (line.startsWith('npx srvx serve ')) await useProduction(line, root)
      else await sh(withTestedVersions(line), root)
      if (into !== null) root = path.join(root, into[1]!)
      if (line === 'npm init -y') await sh(`npm pkg set ${overrides()}`, root)
    }
  }
  return root
}

/**
 * Returns the command with the packed plugin, and with the Vite of this repository. The newest Vite may have an optional
 * dependency that a registry does not have yet. `npm ci` then refuses the lock file that `npm install` has written.
 */
function withTestedVersions(command: string): string {
  return command
    .replace('vite-plugin-turnout', `"${made.tarballs['vite-plugin-turnout']}"`)
    .replace(/ vite(?= )/, ` vite@${viteVersion}`)
}

/** The server of production, and what it answers. */
async function visit(command: string, root: string): Promise<void> {
  const { url } = await startServer(command, root, { PORT: '0', HOST: '127.0.0.1' })
  const answer = await fetch(`${url}/photos/7/print`)
  expect(await answer.text()).toBe('<h1>Photo 7, on paper</h1>')
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)
}

test('the ten-minute guide works as it stands, and its application is tested and deployed as the pages say', async () => {
  const root = await follow('ten-minutes', made.folder)
  expect(root).not.toBe(made.folder)
  await follow('deploying', root, { section: /^## (?:Node|Bun and Deno)$/m })
  await follow('testing', root)
  expect(await sh('npx vitest run', root)).toMatch(/Tests +4 passed/)
  // With the server entry that the page shows.
  expect(readFileSync(path.join(root, 'src/server.ts'), 'utf8')).toContain('maxRequestBodySize')
  await sh('npx vite build', root)
  await buildImage(root)
})

describeInBrowser('the tutorial about a server and a client', (newPage) => {
  test('works as it stands, in dev and in production', async () => {
    const use = async ({ url }: Served) => {
      const json = await fetch(`${url}/photos`, { headers: { accept: 'application/json' } })
      expect(await json.json()).toEqual(['First light'])
      const page = await newPage()
      await page.goto(url)
      await page.getByRole('link', { name: 'First light' }).click()
      await page.getByRole('heading', { name: 'Photo 0' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/photos/0')
      const missing = await page.goto(`${url}/nowhere`, { waitUntil: 'domcontentloaded' })
      expect(missing!.status()).toBe(404)
      await page.goto(`${url}/photos/7`)
      await page.getByRole('heading', { name: 'Photo 7' }).waitFor()
      return page.title()
    }
    const titles: string[] = []
    const root = await follow('server-and-client', made.folder, {
      useDev: async (command, cwd) => void titles.push(await use(await startVite(command, cwd))),
      useProduction: async (command, cwd) => {
        titles.push(await use(await startServer(command, cwd, { PORT: '0', HOST: '127.0.0.1' })))
      },
    })
    // The section about the document is between the two.
    expect(titles).toEqual(['', 'show'])
    await sh('npx turnout types && npx tsc', root)
  })
})

/** Runs the commands of the Dockerfile, with a folder for each stage, and starts the server of the last stage. */
async function buildImage(root: string): Promise<void> {
  const page = readFileSync(new URL('../docs/hosts.md', import.meta.url), 'utf8')
  const dockerfile = /^```dockerfile\n([^]*?)^```$/m.exec(page)![1]!.replaceAll('\\\n', '')
  const ignored = /^# .dockerignore\n([^]*?)^```$/m.exec(page)![1]!.trim().split('\n')
  const stages: string[] = []
  let ran = 0
  for (const [, instruction, text] of dockerfile.matchAll(/^([A-Z]+) (.*)$/gm)) {
    const folder = stages.at(-1)!
    if (instruction === 'FROM') stages.push(path.join(made.folder, `stage-${stages.length}`))
    else if (instruction === 'RUN') await sh(text!, folder)
    else if (instruction === 'CMD') {
      const [command, ...args] = JSON.parse(text!) as string[]
      await visit([command, ...args].join(' '), folder)
    } else if (instruction === 'COPY') {
      const [, isFromStage, names] = /^(--from=build )?(.*) \S+$/.exec(text!)!
      for (const name of names!.split(' ')) {
        const source = isFromStage === undefined ? path.join(root, name) : name.replace('/app', stages[0]!)
        const filter = (file: string) => !ignored.includes(path.relative(root, file))
        cpSync(source, path.join(folder, name.replace('/app', '')), { recursive: true, filter })
      }
    } else continue
    ran += 1
  }
  expect(ran).toBe(11)
}

/** What npm is to take in place of packages that are not published. */
function overrides(): string {
  return Object.entries(made.tarballs)
    .filter(([name]) => name !== 'vite-plugin-turnout')
    .map(([name, file]) => `"overrides.${name}=file:${file}"`)
    .join(' ')
}
