import type { CatalogEntry } from './entry.ts'

type JsonProblem = { readonly problem: string } | { readonly entry: string; readonly wanted: string }

/** What is wrong with the routes that a Rails server has printed. */
export const rails = {
  'invalid-rails-json': {
    severity: 'error',
    why: 'The option `routes` names a JSON file, which has to hold what `bin/rails turnout:routes` prints.',
    fix: 'Write the file again: `bin/rails turnout:routes`.',
    message: (slip: JsonProblem) =>
      'problem' in slip
        ? `The routes cannot be read: ${slip.problem}.`
        : `\`${slip.entry}\` in the routes of Rails has to be ${slip.wanted}.`,
  },
  'stale-rails-json': {
    severity: 'warning',
    why: "The JSON is a copy of the Rails application's route table. Rails' route files have changed since the task wrote it, so the helpers and the matcher may differ from the server's routes.",
    fix: 'Write the file again: `bin/rails turnout:routes`.',
    message: ({ file, sources }: { file: string; sources: readonly string[] }) => {
      const shown = sources.slice(0, 3).map((source) => `\`${source}\``)
      const rest = sources.length > 3 ? ` and ${sources.length - 3} more` : ''
      const verb = sources.length === 1 ? 'has' : 'have'
      return `${shown.join(', ')}${rest} ${verb} changed since the task wrote \`${file}\`.`
    },
  },
  'rails-route-left-out': {
    severity: 'warning',
    why: 'Rails takes this route, and this project does not, as it is stricter. The table is made without it, so a later route may answer its requests here.',
    fix: 'Change the route in the Rails application, or switch the warning off if nobody needs the route here.',
    message: ({ entry, path, reason }: { entry: string; path: string; reason: string }) =>
      `\`${path.length > 100 ? `${path.slice(0, 99)}…` : path}\` (\`${entry}\`) is left out: ${reason}`,
  },
  'unknown-in-rails': {
    severity: 'hint',
    why: 'It is Ruby code or an object of the server, or a regular expression that JavaScript has no words for. Where it decides whether the route answers, the route is matched without it, and its answers have `conditional: true`.',
    fix: 'Nothing has to be done. A simpler expression in the Rails application would be known here too.',
    message: ({ what, path, entry }: { what: string; path: string; entry: string }) =>
      `${what.charAt(0).toUpperCase()}${what.slice(1)} of \`${path}\` (\`${entry}\`) is not known here.`,
  },
} as const satisfies Record<string, CatalogEntry>
