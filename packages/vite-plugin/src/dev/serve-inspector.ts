import path from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import { styleOf, terminalText } from '@turnout/compiler/internal/terminal/style'
import { INSPECTOR } from '../ids.ts'
import { loadInspector, type Inspector, type PageController } from '../packages.ts'
import { sourceOf } from '../project/page-source.ts'
import type { Project } from '../project/project.ts'
import type { RequestLog } from './request-log.ts'
import type { DevSession, SessionState } from './dev-session.ts'

/**
 * Serves the inspector's page on a dev server, and prints its address where Vite prints those of the server. The page's
 * package is loaded by the first request for it.
 *
 * @param requests the recent requests; null if the dev server does not handle requests
 */
export function serveInspector(
  session: DevSession,
  project: Project,
  server: ViteDevServer,
  requests: RequestLog | null,
): void {
  const folder = `${server.config.base}${INSPECTOR}`
  let loading: Promise<Inspector> | null = null
  let isClosed = false
  server.middlewares.use((request, response, next) => {
    if (!isInside(request.url!, folder)) return next()
    loading ??= startInspector(session, project, server, requests)
    loading
      .then(({ middleware, close }) => {
        middleware(request, response, next)
        if (isClosed) close()
      })
      .catch(next)
  })
  const tell = (event: 'announce' | 'announceRequests' | 'close') =>
    void loading?.then((inspector) => inspector[event]()).catch(() => {})
  session.on({
    updated: () => tell('announce'),
    closed() {
      isClosed = true
      tell('close')
    },
  })

  requests?.on(() => tell('announceRequests'))

  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    const { resolvedUrls } = server
    const [url] = [...(resolvedUrls?.local ?? []), ...(resolvedUrls?.network ?? [])]
    if (url !== undefined) server.config.logger.info(terminalText(addressLine(`${url}${INSPECTOR}/`)))
  }
}

/** Returns the controllers of the last compilation, for links to their files. */
async function controllersOf(project: Project): Promise<PageController[]> {
  const { controllerFiles } = await project.outcome()
  return Array.from(controllerFiles, ([name, { file, actions }]) => ({
    name,
    file,
    actions: (actions ?? []).map((action) => ({ name: action.name, line: action.line })),
  }))
}

/** Returns the line with the address, in the form and the colours of Vite's own lines. */
function addressLine(url: string): string {
  const style = styleOf(process.stdout, process.env)
  const withPort = url.replace(/(?<=\/\/[^/]*:)\d+(?=\/)/, (port) => style('bold', port))
  return `  ${style('green', '➜')}  ${style('bold', 'Routes')}:  ${style('cyan', withPort)}`
}

/** True for the address of a folder, and of what is inside. */
function isInside(url: string, folder: string): boolean {
  const [address] = url.split(/[?#]/, 1) as [string]
  return address === folder || address.startsWith(`${folder}/`)
}

async function startInspector(
  session: DevSession,
  project: Project,
  server: ViteDevServer,
  requests: RequestLog | null,
): Promise<Inspector> {
  const { makeInspector, pageData } = await loadInspector()
  const { base } = server.config
  const editor = {
    address: `${base}__open-in-editor`,
    prefix: normalizePath(path.relative(process.cwd(), project.root)).replace(/(?<=[^/])$/, '/'),
  }
  let cached: { readonly state: SessionState; readonly json: string } | null = null
  return makeInspector({
    folder: `${base}${INSPECTOR}`,
    requests: () => (requests === null ? null : JSON.stringify(requests.entries)),
    async data() {
      const state = await session.state()
      const isCached = cached?.state.manifest === state.manifest && cached.state.problems === state.problems
      if (cached === null || !isCached) {
        const data = pageData({
          ...sourceOf(project),
          ...state,
          editor,
          handlesRequests: requests !== null,
          controllers: await controllersOf(project),
          readSource: project.readAllowedSource,
          pageOf: project.pageOf,
        })
        cached = { state, json: JSON.stringify(data) }
      }
      return cached.json
    },
  })
}
