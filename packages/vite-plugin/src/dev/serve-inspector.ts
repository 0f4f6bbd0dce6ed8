import path from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import { INSPECTOR, makeInspector } from '../inspector/middleware.ts'
import { pageData } from '../inspector/page-data.ts'
import { sourceOf } from '../inspector/page-source.ts'
import { logTo } from '../problems/log.ts'
import type { Project } from '../project/project.ts'
import type { DevSession, SessionState } from './dev-session.ts'

/** Serves the inspector's page on a dev server, and prints its address where Vite prints those of the server. */
export function serveInspector(session: DevSession, project: Project, server: ViteDevServer): void {
  const { config } = server
  const { base } = config
  const editor = {
    address: `${base}__open-in-editor`,
    prefix: normalizePath(path.relative(process.cwd(), project.root)).replace(/(?<=[^/])$/, '/'),
  }
  let made: { readonly of: SessionState; readonly json: string } | null = null
  const inspector = makeInspector({
    base,
    async data() {
      const state = await session.state()
      if (made === null || made.of.manifest !== state.manifest || made.of.problems !== state.problems) {
        const data = pageData({
          ...sourceOf(project),
          ...state,
          editor,
          readSource: project.readShown,
          pageOf: project.pageOf,
          diff: null,
        })
        made = { of: state, json: JSON.stringify(data) }
      }
      return made.json
    },
  })
  server.middlewares.use(inspector.middleware)
  session.on({ taken: inspector.announce, closed: inspector.close })

  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    const { resolvedUrls } = server
    const [url] = [...(resolvedUrls?.local ?? []), ...(resolvedUrls?.network ?? [])]
    if (url !== undefined) logTo(config.logger, 'info', `  ➜  Routes:  ${url}${INSPECTOR}/`)
  }
}
