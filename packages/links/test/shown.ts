// Links in a short form for tests.
import { parseSync } from 'vite'
import type { Node } from '../src/evaluate.ts'
import { findInProgram } from '../src/find-in-program.ts'
import type { Link } from '../src/link.ts'
import { finderSettings, type LinkOptions } from '../src/settings.ts'

/** `GET /photos/{id}`, with `any` for unknown methods, and `router` for the address of a client router. */
export function shown({ parts, methods, isRouter }: Link, source: string): string {
  const address = parts
    .map((part) => (typeof part === 'string' ? part : `{${part.range === null ? '' : source.slice(...part.range)}}`))
    .join('')
  return `${isRouter ? 'router' : (methods?.join('|') ?? 'any')} ${address}`
}

/** Returns the links in TypeScript with JSX. */
export function linksIn(source: string, options: LinkOptions = {}): readonly Link[] {
  const { program, errors } = parseSync('module.tsx', source)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  return findInProgram(program as unknown as Node, finderSettings(options))
}

export function shownIn(source: string, options: LinkOptions = {}): string[] {
  return linksIn(source, options).map((link) => shown(link, source))
}
