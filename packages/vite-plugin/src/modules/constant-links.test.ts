import type { Program } from 'estree'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { tableOf } from '../../test/fake-project.ts'
import { constantsOf, replaceConstantLinks } from './constant-links.ts'

const constants = new Map([
  ['photosPath', '/photos'],
  ['rootPath', '/'],
  ['docsUrl', `https://example.org/it's`],
])
const replaced = (code: string) =>
  replaceConstantLinks(code, () => parseAst(code) as Program, '/src/main.js', constants)

describe('what is replaced', () => {
  test.each([
    [`import { photosPath } from 'virtual:routes'\nlink(photosPath(), photosPath ( ))`, `link('/photos', '/photos')`],
    [`import { photosPath as p } from 'virtual:routes'\nlink(p())`, `link('/photos')`],
    [`import routes from 'virtual:routes'\nlink(routes.rootPath())`, `link('/')`],
    [`import * as routes from 'virtual:routes'\nlink(routes.photosPath())`, `link('/photos')`],
    [`import { docsUrl } from 'virtual:routes'\nlink(docsUrl())`, `link('https://example.org/it\\'s')`],
    [
      `import { rootPath } from 'virtual:routes'\nconst home = () => rootPath().length + \`\${rootPath(/* none */)}\``,
      `const home = () => '/'.length + \`\${'/'}\``,
    ],
    [`import { rootPath } from 'virtual:routes'\nlet a = b\nrootPath()\n;(c)`, `let a = b\n'/'\n;(c)`],
    [
      `import { rootPath, photosPath } from 'virtual:routes'\nfunction f(rootPath) { return rootPath() + photosPath() }`,
      `function f(rootPath) { return rootPath() + '/photos' }`,
    ],
  ])('%s', (code, expected) => {
    expect(replaced(code)!.code.split('\n').slice(1).join('\n')).toBe(expected)
  })
})

describe('what stays', () => {
  test.each([
    // With arguments, or something that may be some.
    `import { photosPath } from 'virtual:routes'\nlink(photosPath({ query: { page: 2 } }), photosPath(undefined), photosPath(...args))`,
    // Not called, or perhaps not.
    `import { photosPath } from 'virtual:routes'\nlink(photosPath, photosPath?.(), photosPath.call(), new photosPath())`,
    `import routes from 'virtual:routes'\nlink(routes?.photosPath(), routes.photosPath?.(), routes['photosPath'](), routes[photosPath]())`,
    // No constant, or no helper.
    `import { photoPath } from 'virtual:routes'\nlink(photoPath())`,
    `import routes from 'virtual:routes'\nlink(routes.photoPath(), routes.other.photosPath(), routes.constructor())`,
    // Another one of the same name.
    `import { photosPath } from './routes'\nlink(photosPath())`,
    `import { photosPath } from 'virtual:routes/actions/photos'\nlink(photosPath())`,
    `import photos from 'virtual:routes/actions/photos'\nlink(photos.photosPath())`,
    `import { photosPath } from 'virtual:routes'\nfunction f(photosPath) { return photosPath() }`,
    `import { photosPath } from 'virtual:routes'\nconst f = ({ a: [photosPath] }) => photosPath()`,
    `import { photosPath } from 'virtual:routes'\ntry {} catch (photosPath) { photosPath() }`,
    `import { photosPath } from 'virtual:routes'\n{ class photosPath {} photosPath() }`,
    `import { photosPath } from 'virtual:routes'\nfor (const photosPath of all) photosPath()`,
    `import routes from 'virtual:routes'\nfunction f(routes) { return routes.photosPath() }`,
    `const photosPath = () => 'mine'\nlink(photosPath(), 'virtual:routes')`,
    `link(globalThis.photosPath(), a.photosPath(), 'virtual:routes')`,
    // No JavaScript.
    `import { photosPath } from 'virtual:routes'\n<a href={photosPath()}>`,
  ])('%s', (code) => {
    expect(replaced(code)).toBeNull()
  })
})

test('the map leads from each text to its call, and from what follows to where it was', () => {
  const code = `import { photosPath } from 'virtual:routes'\nexport const a = photosPath(), behind = 1\nexport const b = photosPath()`
  const { code: text, map } = replaced(code)!
  const trace = new TraceMap(map as never)
  const [before, after] = [code.split('\n'), text.split('\n')]
  for (const [line, word, was] of [
    [1, `'/photos'`, 'photosPath()'],
    [1, 'behind', 'behind'],
    [2, `'/photos'`, 'photosPath()'],
    [2, 'b =', 'b ='],
  ] as const) {
    const found = originalPositionFor(trace, { line: line + 1, column: after[line]!.indexOf(word) })
    expect(found).toMatchObject({ source: '/src/main.js', line: line + 1, column: before[line]!.indexOf(was) })
  }
  expect(map.sourcesContent).toEqual([code])
})

describe('constantsOf', () => {
  const table = () =>
    tableOf((r) => {
      r.get('photos', { to: 'photos#index', as: 'photos' })
      r.get('secret', { to: 'secrets#show', as: 'secret' })
      r.get('users/:id', { to: 'users#show', as: 'user' })
    })
  const namesFor = (...[manifest, compile, consumer]: [ReturnType<typeof table>, object, 'client' | 'server']) =>
    [...constantsOf(manifest, { compile }, consumer)].filter(([name]) => /^(?:photos|secret|user)_?path$/i.test(name))

  test('are the helpers without parameters, in the style and with the base of the project', () => {
    expect(namesFor(table(), {}, 'client')).toEqual([
      ['photosPath', '/photos'],
      ['secretPath', '/secret'],
    ])
    expect(namesFor(table(), { helpers: 'snake_case', base: '/app' }, 'server')).toEqual([
      ['photos_path', '/app/photos'],
      ['secret_path', '/app/secret'],
    ])
  })

  test('of a client are those of its routes', () => {
    const manifest = table()
    const compile = { clientRoutes: { except: ['secrets'] } }
    expect(namesFor(manifest, compile, 'client').map(([name]) => name)).toEqual(['photosPath'])
    expect(namesFor(manifest, compile, 'server').map(([name]) => name)).toEqual(['photosPath', 'secretPath'])
  })

  test('are computed once for all modules of a build', () => {
    const manifest = table()
    expect(constantsOf(manifest, { compile: {} }, 'client')).toBe(constantsOf(manifest, { compile: {} }, 'client'))
  })
})

test('a module that is nested too deeply stays as it is, and other errors are reported', () => {
  const code = `import { photosPath } from 'virtual:routes'\nphotosPath()`
  const program = parseAst(code) as Program
  const throwing = (error: Error) =>
    replaceConstantLinks(
      code,
      () => ({
        ...program,
        get body(): Program['body'] {
          if (new Error('stack').stack!.includes('visit')) throw error
          return program.body
        },
      }),
      '/a.js',
      constants,
    )
  expect(throwing(new RangeError('Maximum call stack size exceeded'))).toBeNull()
  expect(() => throwing(new TypeError('a bug'))).toThrow('a bug')
})
