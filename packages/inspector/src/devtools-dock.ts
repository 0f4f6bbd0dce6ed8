/** What of `@vitejs/devtools-kit` is used here. Its types are not imported: few projects have it installed. */
export interface DevToolsContext {
  /** Undefined in a build. */
  readonly viteServer?: { readonly config: { readonly base: string } } | undefined
  readonly docks: {
    register(entry: {
      readonly type: 'iframe'
      readonly id: string
      readonly title: string
      readonly icon: string
      readonly url: string
    }): unknown
  }
}

/**
 * Adds the inspector to Vite DevTools as a dock; a build has no server that serves the page, and gets none.
 *
 * @param name of the page's folder, below the base of the server
 */
export function registerDock({ viteServer, docks }: DevToolsContext, name: string): void {
  if (viteServer === undefined) return
  const url = `${viteServer.config.base}${name}/`
  docks.register({ type: 'iframe', id: 'turnout', title: 'Routes', icon: `${url}icon.svg`, url })
}
