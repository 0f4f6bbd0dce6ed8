import { listNames, shorten } from '../text.ts'
import { error, hint, warning } from './entry.ts'

type JsonProblem =
  | { readonly problem: string }
  | { readonly entry: string; readonly wanted: string }
  | { readonly more: number }

/** Problems of the routes that a Rails server has written. */
export const rails = {
  'invalid-rails-json': error({
    why: 'The option `routes` names a JSON file, which must contain the output of `bin/rails turnout:routes`. If other routes can be read, Turnout excludes only the routes with a mistake, and reports a warning.',
    fix: 'Write the file again: `bin/rails turnout:routes`.',
    message: (slip: JsonProblem) => {
      if ('problem' in slip) return `The routes cannot be read: ${slip.problem}.`
      if ('more' in slip) return `${slip.more} more values in the routes of Rails are not valid.`
      return `\`${shorten(slip.entry, 100)}\` in the routes of Rails must be ${slip.wanted}.`
    },
  }),
  'stale-rails-json': warning({
    why: "The JSON is a copy of the Rails application's route table. Rails' route files have changed since the task wrote it, so the helpers and the matcher may differ from the server's routes.",
    fix: 'Write the file again: `bin/rails turnout:routes`.',
    message: ({ file, sources }: { file: string; sources: readonly string[] }) => {
      const verb = sources.length === 1 ? 'has' : 'have'
      return `${listNames(sources, 3)} ${verb} changed since the task wrote \`${file}\`.`
    },
  }),
  'rails-route-left-out': warning({
    why: 'Rails accepts this route, but Turnout is stricter and excludes it. A later route can match its requests instead.',
    fix: 'Change the route in the Rails application. If you do not need the route here, turn the warning off.',
    message: ({ entry, path, reason }: { entry: string; path: string; reason: string }) =>
      `\`${shorten(path, 100)}\` (\`${entry}\`) is excluded: ${reason}`,
  }),
  'unknown-in-rails': hint({
    why: 'This part of the route is Ruby code, an object of the server, or a regular expression without an equivalent in JavaScript. If it restricts the route, Turnout matches more requests than Rails, and the match has `conditional: true`. A name is removed if another route has the same helper.',
    fix: 'You can ignore this hint. If the part is a regular expression, a simpler one in the Rails application removes the hint. If it is a name, another name does.',
    message: ({ part, path, entry }: { part: string; path: string; entry: string }) =>
      `${part.charAt(0).toUpperCase()}${part.slice(1)} of \`${path}\` (\`${entry}\`) cannot be translated.`,
  }),
}
