/** A kind of project that this package can create. */
export interface Kind {
  readonly name: string
  /** The name in questions and summaries. */
  readonly label: string
  /** One line, for a list to choose from. */
  readonly hint: string
  /** The kind has no TypeScript variant. */
  readonly isJavaScript?: true
  /** The project can store its data in a database. */
  readonly hasDatabase?: true
  /** The project can use this router instead of Turnout's navigation. Also the name of the template. */
  readonly router?: { readonly name: string; readonly label: string }
  /** The only package manager that understands its workspace. */
  readonly needs?: 'pnpm'
}

export const KINDS: readonly Kind[] = [
  {
    name: 'react',
    label: 'React',
    hint: 'pages in the browser',
    router: { name: 'react-router', label: 'React Router' },
  },
  {
    name: 'vue',
    label: 'Vue',
    hint: 'pages in the browser',
    router: { name: 'vue-router', label: 'vue-router' },
  },
  { name: 'fullstack', label: 'React and Node', hint: 'pages in the browser, and a JSON API' },
  { name: 'fullstack-vue', label: 'Vue and Node', hint: 'the same with Vue' },
  { name: 'node', label: 'Node', hint: 'pages from a server, with controllers and forms', hasDatabase: true },
  { name: 'workers', label: 'Hono', hint: 'a JSON API for Cloudflare Workers' },
  { name: 'library', label: 'Workspace', hint: 'a pnpm workspace with a package that has routes', needs: 'pnpm' },
  { name: 'plain', label: 'JavaScript', hint: 'pages in the browser, without a framework', isJavaScript: true },
]

export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name)
}
