import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { loadedProject, makeProject, routesFile, type Files } from './fixture.ts'

const files: Files = {
  'tsconfig.json': '{}',
  'config/routes.ts': routesFile(`
  r.resources('photos', { only: ['index', 'show', 'new', 'update'] })
  r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))
  r.get('sign-in', { to: 'sessions#sign-in' })`),
}
const options = { controllers: 'src/controllers', server: true }
const read = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8')

test('a controller that is not there', async () => {
  const root = makeProject(files)
  const { code, out } = await runCommand(['generate', 'controller', 'photos'], root, options)
  expect([code, out]).toEqual([0, 'Wrote index, new, show, update to src/controllers/photos.ts.\n'])
  expect(read(root, 'src/controllers/photos.ts')).toBe(`import type { Action } from 'virtual:routes/server'

/** GET /photos(.:format) */
export const index: Action<'photos#index'> = () => {
  throw new Error('photos#index is not written yet')
}

/** GET /photos/new(.:format) */
const newAction: Action<'photos#new'> = () => {
  throw new Error('photos#new is not written yet')
}
export { newAction as new }

/** GET /photos/:id(.:format) */
export const show: Action<'photos#show'> = () => {
  throw new Error('photos#show is not written yet')
}

/** PATCH /photos/:id(.:format), PUT /photos/:id(.:format) */
export const update: Action<'photos#update'> = () => {
  throw new Error('photos#update is not written yet')
}
`)
  const again = await runCommand(['generate', 'controller', 'photos'], root, options)
  expect(again.out).toBe('src/controllers/photos.ts has all its actions.\n')
  const { problems } = await (await loadedProject(root, options)).outcome()
  expect(problems.filter(({ message }) => message.includes('photos'))).toEqual([])
})

test('what is there stays as it is, to the byte', async () => {
  const before = `// ours\r\nexport  const show = () => new Response( 'ours' )\r\n\r\nexport { show as new }`
  const root = makeProject({ ...files, 'src/controllers/photos.ts': before })
  const { out } = await runCommand(['generate', 'controller', 'photos'], root, options)
  expect(out).toBe('Wrote index, update to src/controllers/photos.ts.\n')
  const after = read(root, 'src/controllers/photos.ts')
  expect(after.startsWith(`${before}\n\nimport type { Action } from`)).toBe(true)
  expect(after.match(/export .*show/g)).toHaveLength(2)
})

test('one that imports the type already, one in JavaScript, and one of another name', async () => {
  const root = makeProject({
    ...files,
    'src/controllers/photos.ts': `import type { Action, Middleware } from 'virtual:routes/server'\nexport const middleware: Middleware[] = []\n`,
    'src/controllers/admin/users.js': '',
    'src/controllers/SessionsController.ts': '',
  })
  await runCommand(['generate', 'controller', 'photos'], root, options)
  expect(read(root, 'src/controllers/photos.ts').match(/import type/g)).toHaveLength(1)
  await runCommand(['generate', 'controller', 'admin/users'], root, options)
  expect(read(root, 'src/controllers/admin/users.js')).toContain('export const index = () => {')
  await runCommand(['generate', 'controller', 'sessions'], root, options)
  expect(read(root, 'src/controllers/SessionsController.ts')).toContain(
    `export const signIn: Action<'sessions#sign-in'>`,
  )
})

test('a controller that no route names is refused', async () => {
  for (const name of ['photo', '../photos', 'constructor']) {
    const { code, err } = await runCommand(['generate', 'controller', name], makeProject(files), options)
    expect([code, err]).toEqual([2, expect.stringContaining(`No route leads to a controller \`${name}\`.`)])
  }
})

test('a file whose exports are unknown is not changed', async () => {
  const root = makeProject({ ...files, 'src/controllers/photos.ts': `export * from '../other'` })
  const { code, err } = await runCommand(['generate', 'controller', 'photos'], root, options)
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be told without running it')])
  expect(read(root, 'src/controllers/photos.ts')).toBe(`export * from '../other'`)
})

test('no forms of a controller if the project has pages, which are written instead', async () => {
  const root = makeProject(files)
  const withPages = { ...options, pages: 'src/pages' }
  const { out } = await runCommand(['generate', 'controller', 'photos'], root, withPages)
  expect(out).toBe('Wrote index, show, update to src/controllers/photos.ts.\n')
  const page = await runCommand(['generate', 'page', 'photos'], root, withPages)
  expect([page.code, page.out]).toEqual([0, 'Wrote new to src/pages/photos.ts.\n'])
  expect(read(root, 'src/pages/photos.ts')).toBe(`/** GET /photos/new(.:format) */
export function New(): Node {
  const heading = document.createElement('h1')
  heading.textContent = 'photos#new'
  return heading
}
`)
  expect((await runCommand(['generate', 'page', 'photos'], root, withPages)).out).toBe(
    'src/pages/photos.ts has all its pages.\n',
  )
  const { problems } = await (await loadedProject(root, withPages)).outcome()
  expect(problems.filter(({ message }) => message.includes('photos'))).toEqual([])
})

test('pages are components of React or Vue if the project depends on it', async () => {
  const pages = { pages: 'src/pages' }
  const react = makeProject({
    ...files,
    'package.json': '{ "type": "module", "dependencies": { "react": "*" } }',
    'src/pages/photos.tsx': 'export const Index = () => null\n',
  })
  expect((await runCommand(['generate', 'page', 'photos'], react, pages)).out).toBe(
    'Wrote new, show to src/pages/photos.tsx.\n',
  )
  expect(read(react, 'src/pages/photos.tsx')).toBe(`export const Index = () => null

/** GET /photos/new(.:format) */
export function New() {
  return <h1>photos#new</h1>
}

/** GET /photos/:id(.:format) */
export function Show() {
  return <h1>photos#show</h1>
}
`)
  const vue = makeProject({ ...files, 'package.json': '{ "type": "module", "devDependencies": { "vue": "*" } }' })
  const { out } = await runCommand(['generate', 'page', 'sessions'], vue, pages)
  expect(out).toBe('Wrote sign-in to src/pages/sessions/sign_in.vue.\n')
  expect(read(vue, 'src/pages/sessions/sign_in.vue')).toBe('<template>\n  <h1>sessions#sign-in</h1>\n</template>\n')
  expect((await runCommand(['generate', 'page', 'sessions'], vue, pages)).out).toBe('sessions has all its pages.\n')
})

test('a project without pages gets none', async () => {
  const { code, err } = await runCommand(['generate', 'page', 'photos'], makeProject(files), options)
  expect([code, err]).toEqual([2, expect.stringContaining('Set the option `pages`')])
})

test('nothing else can be generated', async () => {
  const { code, err } = await runCommand(['generate', 'model', 'photo'], makeProject(files), options)
  expect([code, err]).toEqual([2, expect.stringContaining('`model` cannot be generated')])
})
