// After the first compilation, the main thread answers the worker's questions in advance. The outcome has to be that of a
// project that has never compiled before.
import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FromWorker } from '../src/evaluate/common/messages.ts'
import { giveBack, takeWorker } from '../src/evaluate/host/worker-pool.ts'
import type { Outcome } from '../src/project/outcome.ts'
import { loadedProject, makeProject, routesFile, writeFiles, type Files } from './fixture.ts'

const get = (name: string) => `  r.get('${name}', { to: '${name}#show' })`

const FILES: Files = {
  'config/routes.ts': routesFile(`  r.draw('one')\n  r.draw('two')\n${get('entry')}`),
  'config/routes/one.ts': routesFile(
    `  marks.push('one')\n  r.get(name, { to: 'shared#one' })`,
    `import { name, marks } from '../../src/shared'`,
  ),
  'config/routes/two.ts': routesFile(
    `  marks.push('two')\n  r.get(\`two/\${name}\`, { to: 'shared#two' })\n  for (const mark of marks) r.get(\`marks/\${mark}\`, { to: 'marks#show' })`,
    `import { name, marks } from '../../src/shared'`,
  ),
  'src/shared.ts': `export const name = 'first'\nexport const marks: string[] = []`,
}

/** A plugin with a module whose content changes. */
function virtualPlugin(content: { text: string }): Plugin {
  return {
    name: 'changing',
    resolveId: (id) => (id === 'virtual:name' ? '\0virtual:name' : null),
    load: (id) => (id === '\0virtual:name' ? `export const name = '${content.text}'` : null),
  }
}

/** Everything of an outcome that depends on the files. An outcome may also contain the states of files of earlier outcomes. */
function shown({ manifest, table, problems, files, drawFolders }: Outcome) {
  return {
    routes: manifest?.routes ?? null,
    table,
    problems,
    files: [...files].toSorted(),
    drawFolders,
  }
}

/** A project that compiles again after each edit, next to a new project for the same files. */
async function openProject(files: Files, plugins: Plugin[] = []) {
  const root = makeProject(files)
  const project = await loadedProject(root, {}, { plugins })
  await project.outcome()
  return {
    root,
    /** Returns the paths of the routes, or the codes of the problems. */
    async compile(): Promise<string[]> {
      const outcome = await project.recompile()
      const fresh = await (await loadedProject(root, {}, { plugins })).outcome()
      expect(shown(outcome)).toEqual(shown(fresh))
      expect([...outcome.states.keys()]).toEqual(expect.arrayContaining([...fresh.states.keys()]))
      return (
        outcome.manifest?.routes.map(({ pattern }) => pattern.replace('(.:format)', '')) ??
        outcome.problems.map(({ code }) => code)
      )
    },
    files: async () => [...(await project.outcome()).files].map((file) => path.posix.relative(root, file)),
    project,
  }
}

/** Records the questions that a worker asks. */
function recordQuestions(): string[] {
  const asked: string[] = []
  const worker = takeWorker()
  const record = (message: FromWorker) => {
    if (message.kind === 'ask') asked.push(`${message.name} ${JSON.stringify(message.args)}`)
  }
  worker.on('message', record)
  onTestFinished(() => void worker.off('message', record))
  giveBack(worker)
  return asked
}

const MARKS = ['/marks/one', '/marks/two', '/entry']

describe('a compilation with answers in advance', () => {
  test('costs no question if nothing new is imported', async () => {
    const asked = recordQuestions()
    const root = makeProject(FILES)
    const project = await loadedProject(root)
    await project.outcome()
    expect(asked.some((question) => question.startsWith('draw'))).toBe(true)
    for (const name of ['second', 'third']) {
      asked.length = 0
      writeFiles(root, { 'src/shared.ts': FILES['src/shared.ts']!.replace('first', name) })
      const { manifest } = await project.recompile()
      expect(manifest!.routes[0]!.pattern).toBe(`/${name}(.:format)`)
      expect(asked).toEqual([])
    }
  })

  test('reads a changed file that several route files import', async () => {
    const { root, compile } = await openProject(FILES)
    expect(await compile()).toEqual(['/first', '/two/first', ...MARKS])
    writeFiles(root, { 'src/shared.ts': FILES['src/shared.ts']!.replace('first', 'second') })
    expect(await compile()).toEqual(['/second', '/two/second', ...MARKS])
  })

  test('evaluates a module once that is drawn and imported', async () => {
    const { root, compile } = await openProject({
      ...FILES,
      'config/routes.ts': routesFile(`  r.draw('one')\n  r.draw('two')\n${get('entry')}`, `import './routes/two'`),
      'config/routes/one.ts': routesFile(`  mark(r)`, `import { mark } from './two'`),
      'config/routes/two.ts': routesFile(
        `  for (let n = 0; n < count; n += 1) r.get(\`count/\${n}\`, { to: 'counts#show' })`,
        `let count = 0\nexport const mark = (r: any) => { count += 1; r.get('mark', { to: 'marks#show' }) }`,
      ),
    })
    expect(await compile()).toEqual(['/mark', '/count/0', '/entry'])
    writeFiles(root, { 'config/routes/one.ts': routesFile(`  mark(r)\n${get('a')}`, `import { mark } from './two'`) })
    expect(await compile()).toEqual(['/mark', '/a', '/count/0', '/entry'])
  })

  test('forgets a file that is no longer imported or drawn', async () => {
    const { root, compile, files } = await openProject({
      ...FILES,
      'config/routes/one.ts': routesFile(get('one'), `import '../../src/only-here'`),
      'src/only-here.ts': `import './below'\nexport {}`,
      'src/below.ts': `export {}`,
    })
    expect(await files()).toEqual(expect.arrayContaining(['src/only-here.ts', 'src/below.ts']))
    writeFiles(root, { 'config/routes/one.ts': routesFile(get('one')) })
    expect(await compile()).toEqual(['/one', '/two/first', '/marks/two', '/entry'])
    expect(await files()).not.toEqual(expect.arrayContaining(['src/only-here.ts']))
    writeFiles(root, { 'config/routes.ts': routesFile(`  r.draw('two')`) })
    expect(await compile()).toEqual(['/two/first', '/marks/two'])
    expect(await files()).not.toEqual(expect.arrayContaining(['config/routes/one.ts']))
  })

  test('follows deleted and renamed files', async () => {
    const { root, compile } = await openProject(FILES)
    renameSync(path.join(root, 'config/routes/one.ts'), path.join(root, 'config/routes/three.ts'))
    expect(await compile()).toEqual(['draw-not-found'])
    writeFiles(root, { 'config/routes.ts': routesFile(`  r.draw('three')\n  r.draw('two')`) })
    expect(await compile()).toEqual(['/first', '/two/first', '/marks/one', '/marks/two'])
    rmSync(path.join(root, 'src/shared.ts'))
    expect((await compile()).length).toBeGreaterThan(0)
    writeFiles(root, { 'src/shared.js': `export const name = 'script', marks = []` })
    expect(await compile()).toEqual(['/script', '/two/script', '/marks/one', '/marks/two'])
  })

  test('follows a file that takes the place of another', async () => {
    const { root, compile } = await openProject(FILES)
    // Vite prefers this extension.
    writeFiles(root, { 'src/shared.mts': `export const name = 'before', marks = []` })
    expect(await compile()).toEqual(['/before', '/two/before', ...MARKS])
    rmSync(path.join(root, 'src/shared.mts'))
    rmSync(path.join(root, 'src/shared.ts'))
    writeFiles(root, { 'src/shared/index.ts': `export const name = 'folder', marks = []` })
    expect(await compile()).toEqual(['/folder', '/two/folder', ...MARKS])
  })

  test('follows a module of a plugin, and files of a glob', async () => {
    const content = { text: 'virtual' }
    const { root, compile } = await openProject(
      {
        'config/routes.ts': routesFile(
          `  for (const path of [name, ...Object.keys(globbed).map((file) => file.slice(9, -3))]) r.get(path, { to: 'a#b' })`,
          `import { name } from 'virtual:name'\nconst globbed = import.meta.glob('../parts/*.ts', { eager: true })`,
        ),
        'parts/a.ts': `export {}`,
      },
      [virtualPlugin(content)],
    )
    content.text = 'changed'
    expect(await compile()).toEqual(['/changed', '/a'])
    writeFiles(root, { 'parts/b.ts': `export {}` })
    expect(await compile()).toEqual(['/changed', '/a', '/b'])
    rmSync(path.join(root, 'parts/a.ts'))
    expect(await compile()).toEqual(['/changed', '/b'])
  })

  test('is right before, during and after a failure', async () => {
    const { root, compile } = await openProject(FILES)
    writeFiles(root, { 'src/shared.ts': 'export const name = ' })
    expect((await compile()).length).toBeGreaterThan(0)
    expect((await compile()).length).toBeGreaterThan(0)
    writeFiles(root, { 'src/shared.ts': FILES['src/shared.ts']!.replace('first', 'repaired') })
    expect(await compile()).toEqual(['/repaired', '/two/repaired', ...MARKS])
    writeFiles(root, { 'config/routes/one.ts': routesFile(`  throw new Error('no')`) })
    expect((await compile()).length).toBeGreaterThan(0)
    writeFiles(root, { 'config/routes/one.ts': routesFile(get('one')) })
    expect(await compile()).toEqual(['/one', '/two/repaired', '/marks/two', '/entry'])
  })

  test('does not mix two projects that share a worker', async () => {
    const first = await openProject(FILES)
    const second = await openProject({ ...FILES, 'src/shared.ts': `export const name = 'other', marks = []` })
    for (const suffix of ['a', 'b']) {
      writeFiles(first.root, { 'src/shared.ts': `export const name = 'first-${suffix}', marks = []` })
      const outcomes = await Promise.all([first.project.recompile(), second.project.recompile()])
      expect(outcomes.map(({ manifest }) => manifest!.routes[0]!.pattern)).toEqual([
        `/first-${suffix}(.:format)`,
        '/other(.:format)',
      ])
    }
    expect((await first.compile())[0]).toBe('/first-b')
    expect((await second.compile())[0]).toBe('/other')
  })
})
