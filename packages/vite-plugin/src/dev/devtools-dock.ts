import { INSPECTOR } from '../inspector/middleware.ts'

/** What of `@vitejs/devtools-kit` is used here. Its types are not imported: few projects have it installed. */
interface DevToolsContext {
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

/** The plugin's part in Vite DevTools, where that is on: the inspector as a dock. */
export const devtoolsDock = {
  setup({ viteServer, docks }: DevToolsContext): void {
    if (viteServer === undefined) return
    const url = `${viteServer.config.base}${INSPECTOR}/`
    docks.register({ type: 'iframe', id: 'turnout', title: 'Routes', icon: `${url}icon.svg`, url })
  },
}
