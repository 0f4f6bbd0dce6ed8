// Compiles a route file in a worker of the browser. `sandbox.ts` starts it where it cannot send anything.
import { compileRoutes, explainRequest, type Block, type Manifest } from '@turnout/compiler'
import * as dsl from '@turnout/compiler/dsl'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { transform } from 'sucrase'
import { pageData } from '../../../packages/inspector/src/page-data.ts'
import type { CompileRequest, CompileResult, RouteLine } from './sandbox.ts'

const FILE = 'config/routes.ts'
const DSL = 'vite-plugin-turnout/dsl'

/** The page lists at most this many problems. */
const MAX_PROBLEMS = 50

self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => self.postMessage(resultOf(data)))

function resultOf({ id, source, request }: CompileRequest): CompileResult {
  try {
    const { manifest, diagnostics } = compileRoutes(blockOf(source), {
      callables: 'by-name',
      locate: ({ url, line, column }) => (url === FILE ? { file: FILE, line, column } : null),
    })
    const page = pageData({
      title: 'Playground',
      manifest,
      problems: diagnostics,
      isStale: manifest === null,
      helpers: 'camelCase',
      base: '',
      editor: null,
      pageOf: null,
      readSource: (file) => (file === FILE ? source : null),
    })
    const lines = manifest?.routes.map((route): RouteLine => ({
      verbs: route.verbs.join(' ') || 'ANY',
      path: route.pattern.replace(/\(\.:format\)$/, ''),
      endpoint: describeEndpoint(route),
      helper: route.name === null ? null : helperName(route.name, 'path', 'camelCase'),
    }))
    const problems = diagnostics.slice(0, MAX_PROBLEMS)
    return {
      id,
      page,
      problems,
      lines: lines ?? null,
      match: manifest === null || request === null ? null : matchOf(manifest, request),
      error: null,
    }
  } catch (error) {
    return { id, page: null, problems: [], lines: null, match: null, error: describeError(error) }
  }
}

/** Runs a route file, and returns its default export. */
function blockOf(source: string): Block {
  const { code } = transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true })
  const exports: { default?: unknown } = {}
  const load = (specifier: string): object => {
    if (specifier === DSL) return dsl
    throw new Error(`The playground has one file, so it cannot import '${specifier}'. Only '${DSL}' exists here.`)
  }
  // The wrapper adds no line, so that diagnostics have the lines of the editor. The code is the visitor's own, and `sandbox.ts`
  // gives it access to nothing.
  // eslint-disable-next-line no-eval
  const run = (0, eval)(`(function (require, exports) {${code}\n})\n//# sourceURL=${FILE}`) as (
    require: typeof load,
    exports: object,
  ) => void
  run(load, exports)
  return exports.default as Block
}

/** Returns the first route that matches a request such as `GET /photos/7`; null if none does. */
function matchOf(manifest: Manifest, request: string): CompileResult['match'] {
  const [, method = 'GET', path = '/'] = /^\s*(?:([A-Za-z]+)\s+)?(\S*)/.exec(request)!
  const [answer] = explainRequest(manifest, method.toUpperCase(), path).answers
  if (answer === undefined) return null
  const params = Object.entries(answer.params).map(([name, value]) => [name, String(value)] as const)
  return { index: answer.index, params }
}
