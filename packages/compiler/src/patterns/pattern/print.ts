import type { Pattern } from './pattern.ts'

/** Returns a pattern in the syntax of Rails: `/photos/:id(.:format)`. */
export function printPattern(pattern: Pattern): string {
  return pattern
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          return segment.text
        case 'param':
          return `:${segment.name}`
        case 'glob':
          return `*${segment.name}`
        case 'optional':
          return `(${printPattern(segment.segments)})`
      }
    })
    .join('')
}
