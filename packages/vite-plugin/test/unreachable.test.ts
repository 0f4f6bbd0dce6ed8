import { build, type Logger } from 'vite'
import { expect, test } from 'vitest'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

test('an unreachable route is printed with a request that proves it, both places and both code frames', async () => {
  const root = makeProject({
    'config/routes.ts': routesFile(`  r.get('photos/:id', { to: 'photos#show' })\n\n\n\n\n\n  r.draw('more')`),
    'config/routes/more.ts': routesFile(`  r.get('photos/new', { to: 'photos#new' })`),
    'src/main.ts': `import 'virtual:routes'`,
  })
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const customLogger: Logger = {
    info: print,
    warn: print,
    warnOnce: print,
    error: print,
    clearScreen() {},
    hasErrorLogged: () => false,
    hasWarned: false,
  }
  await build(viteConfig(root, {}, { customLogger, build: { rollupOptions: { input: 'src/main.ts' } } }))
  const text = printed.find((each) => each.includes('unreachable-route'))
  expect(text).toContain(
    [
      'warning[unreachable-route] `GET /photos/new(.:format)` (line 4) can never be reached: `GET /photos/:id(.:format)` (config/routes.ts:4) comes ' +
        'first and matches all of its requests. For example, `GET /photos/new` goes to `photos#show`, by ' +
        '`GET /photos/:id(.:format)` (config/routes.ts:4).',
      '  at config/routes/more.ts:4:5',
      '',
      '  2 |',
      '  3 | export default defineRoutes((r) => {',
      "> 4 |   r.get('photos/new', { to: 'photos#new' })",
      '    |          ^^^^^^^^^^',
      '  5 | })',
      '  6 |',
      '',
      '  `GET /photos/:id(.:format)` is declared here.',
      '  at config/routes.ts:4:5',
      '',
      '  2 |',
      '  3 | export default defineRoutes((r) => {',
      "> 4 |   r.get('photos/:id', { to: 'photos#show' })",
      '    |          ^^^^^^^^^^',
      '  5 |',
      '  6 |',
    ].join('\n'),
  )
  expect(text).toMatch(/see: .*vite-plugin-turnout\/docs\/diagnostics\/unreachable-route\.md\n$/)
})
