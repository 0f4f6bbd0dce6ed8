/** A kind of project that can be started. */
export interface Kind {
  readonly name: string
  /** One line, for a list to choose from. */
  readonly says: string
  /** There is no other form of it. */
  readonly isJavaScript?: true
  /** It can keep its data in a database. */
  readonly hasDatabase?: true
  /** The only package manager that understands its workspace. */
  readonly needs?: 'pnpm'
}

export const KINDS: readonly Kind[] = [
  { name: 'react', says: 'React, routed in the browser' },
  { name: 'vue', says: 'Vue, routed in the browser' },
  { name: 'fullstack', says: 'React pages, and actions on a server on Node' },
  { name: 'node', says: 'rendered on a server, on Node', hasDatabase: true },
  { name: 'workers', says: 'Hono on workers' },
  { name: 'library', says: 'a pnpm workspace with a package that brings its routes', needs: 'pnpm' },
  { name: 'plain', says: 'JavaScript, and nothing else', isJavaScript: true },
]

export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name)
}
