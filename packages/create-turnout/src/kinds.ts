/** A kind of project that this package can create. */
export interface Kind {
  readonly name: string
  /** One line, for a list to choose from. */
  readonly says: string
  /** The kind has no TypeScript variant. */
  readonly isJavaScript?: true
  /** The project can store its data in a database. */
  readonly hasDatabase?: true
  /** The only package manager that understands its workspace. */
  readonly needs?: 'pnpm'
}

export const KINDS: readonly Kind[] = [
  { name: 'react', says: 'React, routed in the browser' },
  { name: 'vue', says: 'Vue, routed in the browser' },
  { name: 'fullstack', says: 'React pages, and actions on a Node server' },
  { name: 'node', says: 'pages rendered by a Node server', hasDatabase: true },
  { name: 'workers', says: 'Hono on workers' },
  { name: 'library', says: 'a pnpm workspace with a package that has its own routes', needs: 'pnpm' },
  { name: 'plain', says: 'JavaScript only', isJavaScript: true },
]

export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name)
}
