// The ten-minute guide, followed to the letter from an empty folder: its files are written and its commands are run, in
// order. The one difference is where the packages come from: they are packed here, and not published.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { startVite } from './dev-process.ts'
import { packPackages, type Tarballs } from './packed.ts'

const GUIDE = readFileSync(fileURLToPath(new URL('../docs/ten-minutes.md', import.meta.url)), 'utf8')

let folder: string
let tarballs: Tarballs

beforeAll(async () => {
  await buildPackages()
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-guide-')))
  tarballs = await packPackages(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the guide tells its reader to do, in order. */
const steps = [...GUIDE.matchAll(/^```(sh|ts)[^\n]*\n([^]*?)^```$/gm)].map(([, language, text]) =>
  language === 'sh'
    ? { kind: 'commands' as const, lines: text!.trim().split('\n') }
    : { kind: 'file' as const, file: /^\/\/ (\S+)/.exec(text!)![1]!, text: text! },
)

/** Runs a command in a shell. @returns what it printed; @throws Error where it fails */
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
  await expect.poll(printed).toMatch(/unknown-action[^]*paper/)
  await expect.poll(() => page('/photos/7/print')).toMatch(/^404 /)
  writeFileSync(file, text)
  await expect.poll(() => page('/photos/7/print')).toContain('on paper')
}

test('the ten-minute guide works as it stands', async () => {
  let root = folder
  for (const step of steps) {
    if (step.kind === 'file') {
      mkdirSync(path.dirname(path.join(root, step.file)), { recursive: true })
      writeFileSync(path.join(root, step.file), step.text)
      continue
    }
    for (const line of step.lines) {
      const into = /^mkdir (\w+) && cd \1$/.exec(line)
      if (into !== null) {
        await sh(line, root)
        root = path.join(root, into[1]!)
      } else if (line === 'npx vite') {
        await develop(line, root)
      } else {
        await sh(line.replace('vite-plugin-turnout', `"${tarballs['vite-plugin-turnout']}"`), root)
      }
      if (line === 'npm init -y') await sh(`npm pkg set ${overrides()}`, root)
    }
  }
  expect(root).not.toBe(folder)
  const links = (await import(/* @vite-ignore */ path.join(root, 'dist/server/index.js'))) as {
    default: { fetch(request: Request): Promise<Response> }
  }
  const answer = await links.default.fetch(new Request('http://album.test/photos/7/print'))
  expect(await answer.text()).toBe('<h1>Photo 7, on paper</h1>')
})

/** What npm is to take in place of packages that are not published. */
function overrides(): string {
  return Object.entries(tarballs)
    .filter(([name]) => name !== 'vite-plugin-turnout')
    .map(([name, file]) => `"overrides.${name}=file:${file}"`)
    .join(' ')
}
