import { describeError } from '../../describe.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

type BadBlock = {
  /** In words. */
  readonly thrown: string
  /** The method that was called though the DSL has none of this name. */
  readonly method?: { readonly name: string; readonly guess: string | null } | null
  /** The block of a `resolve` or a `direct`. */
  readonly isOfMapping?: true
}

/** What goes wrong while blocks run. */
export const evaluate = {
  'async-block': {
    severity: 'error',
    why: 'Blocks run once, at build time, in order. What a block declares after an `await` would come too late, and a generator does not run at all.',
    fix: 'Make the block a plain function. Await what it needs at the top of the module, before `defineRoutes`.',
    message: (returned: 'a promise' | 'a generator') =>
      returned === 'a promise' ? 'The block returned a promise.' : 'The block is a generator, so none of it was run.',
  },
  'bad-block': {
    severity: 'error',
    why: 'The code inside the block threw. What it declared before that is kept, the rest is unknown.',
    fix: 'Fix the code at the place shown.',
    message: ({ thrown, method, isOfMapping }: BadBlock) => {
      if (isOfMapping === true) return `The block threw ${thrown}. It is run at build time, without a model.`
      const hint = method == null ? '' : `: there is no method \`${method.name}\`.${didYouMean(method.guess)}`
      return `The block threw ${thrown}${hint}`
    },
  },
  'changed-prototype': {
    severity: 'error',
    why: 'A `for…in` loop over any object of the process would meet the property: in this compilation, in Vite, and in all later compilations of a dev server. Turnout has removed it.',
    fix: 'Remove the assignment. If a polyfill must add the property, use `Object.defineProperty`, which makes it non-enumerable.',
    message: ({ file, object, key }: { file: string; object: string; key: string }) =>
      `\`${file}\` left the enumerable property \`${key}\` on \`${object}\`.`,
  },
  'concern-depth': {
    severity: 'error',
    why: 'A concern uses itself with the same options, directly or through another, or it is used inside of 100 others. That never ends.',
    fix: 'Take the use of the concern out of its own block.',
    message: (use: { name: string; chain: readonly string[] } | { name: string; limit: number }) =>
      'chain' in use
        ? `The concern \`${use.name}\` uses itself: ${use.chain.join(' → ')}.`
        : `The concern \`${use.name}\` is used inside of ${use.limit} other uses of concerns.`,
  },
  'declaration-failed': {
    severity: 'error',
    why: 'A value given to the call threw when it was read, as a getter or a revoked proxy can. If all of its values are plain, it is a mistake of the compiler.',
    fix: 'Pass strings, numbers, lists and literals. If they are plain already, report it with the call that shows it.',
    message: ({ call, error }: { call: string; error: unknown }) =>
      `\`${call}\` could not be worked out: ${describeError(error)}`,
  },
  'draw-cycle': {
    severity: 'error',
    why: 'The route file draws itself, directly or through another, and does not come to an end.',
    fix: 'Remove one of the draws.',
    message: ({ files }: { files: readonly string[] }) => `The draws go in a circle: ${files.join(' → ')}.`,
  },
  'draw-not-found': {
    severity: 'error',
    why: '`draw` looks in the draw paths, in order, and takes the first file of that name.',
    fix: 'Create the file in one of the folders listed, correct the name, or set the option `drawPaths`.',
    message: ({ name, searched, guess }: { name: string; searched: readonly string[]; guess: string | null }) => {
      const folders = searched.map((folder) => `\`${folder}\``).join(', ') || 'no folder at all'
      return `\`draw('${name}')\` found no such route file in ${folders}.${didYouMean(guess)}`
    },
  },
  'nesting-too-deep': {
    severity: 'error',
    why: 'A table that is nested this deep is a loop that never ends, or a URL that nobody can use.',
    fix: 'Nest less. `shallow` shortens the paths of nested resources.',
    message: ({ limit }: { limit: number }) => `Blocks are nested more than ${limit} deep.`,
  },
  'no-routes-file': {
    severity: 'error',
    why: 'The route file must have a block of declarations as its default export.',
    fix: 'Write `export default defineRoutes((r) => { … })`.',
    message: ({ file }: { file: string }) => `\`${file}\` has no block of declarations as its default export.`,
  },
  'too-many-routes': {
    severity: 'error',
    why: 'Nobody writes a table of this size. It is a loop that never ends, or blocks or concerns that use each other twice, so that every level doubles the table.',
    fix: 'Look for the loop around the call at the place shown, and for blocks and concerns that are used more than once at each level.',
    message: ({ limit, what }: { limit: number; what: string }) =>
      `There are more than ${limit.toLocaleString('en-US')} ${what}.`,
  },
  'unused-concern': {
    severity: 'warning',
    why: 'The concern is declared, but nothing uses it, so its routes do not exist.',
    fix: "Use it with `concerns: 'name'` or `concerns('name')`, or remove it.",
    message: ({ name }: { name: string }) => `Nothing uses the concern \`${name}\`.`,
  },
} as const satisfies Record<string, CatalogEntry>
