// Whole route files: the three applications of the corpora as TypeScript sources with draws, through `vite build`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { readCorpus, type ExpectedRoute } from '../../compiler/test/conformance/corpus.ts'
import { toExpectedRoute, withPlainSlashes } from '../../compiler/test/conformance/expected-route.ts'
import { printProject } from '../../compiler/test/conformance/print-routes.ts'
import { turnout } from '../src/index.ts'

it.each(readCorpus('applications').map((each) => [each.id, each] as const))(
  'builds the route files of %s',
  async (_, application) => {
    const root = mkdtempSync(join(tmpdir(), 'turnout-app-'))
    try {
      const { files, callables } = printProject(application.tree)
      const drawn = Object.keys(files).filter((file) => file.startsWith('config/routes/'))
      expect(drawn.length).toBeGreaterThan(1)
      const app = {
        'src/main.ts': "import { match } from 'virtual:routes'\nconsole.log(match('GET', '/'))\n",
        'package.json': '{ "type": "module" }',
      }
      for (const [path, text] of Object.entries({ ...files, ...app })) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
      await build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [
          turnout({
            manifest: '.vite/routes-manifest.json',
            rails: application.rails,
            ...(application.api_only ? { apiOnly: true } : {}),
            ...(application.path_names ? { pathNames: application.path_names } : {}),
          }),
        ],
        build: { rollupOptions: { input: join(root, 'src/main.ts') } },
      })
      const manifest = JSON.parse(readFileSync(join(root, 'dist/.vite/routes-manifest.json'), 'utf8')) as Manifest
      const actual = manifest.routes.map(toExpectedRoute).map((route) => withRailsNames(route, callables))
      expect(actual).toEqual(application.expect.routes!.map((route) => withPlainSlashes(route as never)))
      expect(manifest.routes.every((route) => route.location?.file.startsWith('config/routes'))).toBe(true)
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  },
)

/** The exports that stand for callables, back to the names in the corpus. */
function withRailsNames(route: ExpectedRoute, callables: ReadonlyMap<string, string>): ExpectedRoute {
  const app = route.app as { fn?: string } | undefined
  return app?.fn === undefined ? route : { ...route, app: { fn: callables.get(app.fn) ?? app.fn } }
}
