import { error, warning } from './entry.ts'

type UnusualPath = { readonly path: string } & (
  | { readonly holds: ')' | '|' | '//' }
  /** A mark without a name. It matches itself, or in Rails 8.1 it is a parameter with an empty name. */
  | { readonly holds: ':' | '*'; readonly isParam: boolean }
  /** The syntax of another router for a parameter, and the syntax of Rails. */
  | { readonly written: string; readonly inRails: string }
  /** The method before the path, as in Go and ts-rest. */
  | { readonly verb: string }
  /** A segment of letters in parentheses, which groups files in Next.js and SvelteKit. */
  | { readonly group: string }
  /** A name that a file-based router leaves out of the URL, and the path without such names. */
  | { readonly hidden: string; readonly rest: string }
)

/** `percent` and `query` suggest what to write; `percent` is null if the path suggests nothing. */
type PatternProblem = { readonly percent: string | null } | { readonly query: string } | { readonly parser: string }

/** Problems of a path, its parameters or their requirements. */
export const paths = {
  'adjacent-params': warning({
    why: 'There is nothing between the two parameters. Rails first splits a path at each `/` and `.`, and a parameter matches whole parts, so the border between the two parameters must be next to a `/` or a `.`. Here the first parameter cannot end with one, and the second cannot begin with one. No request can match both.',
    fix: 'Put a static character between them (`:a-:b`, `:a/:b`), combine them into one parameter, or allow the first to end with `/` (`tree: /(\\w+\\/)+/`).',
    message:
      'No request matches both `{firstParam}` and `{secondParam}` of `{pattern}`, because there is nothing between them.',
  }),
  'bad-param-name': error({
    why: 'The name of a parameter is used in helpers and in `params`, so it must be an identifier.',
    fix: 'Use letters, digits and `_`, and do not begin with a digit.',
    message: (bad: { path: string } | { name: string } | { option: string }) => {
      if ('path' in bad) return `The path \`${bad.path}\` contains a parameter name that is not an identifier.`
      if ('name' in bad) return `The parameter \`:${bad.name}\` begins with a digit.`
      return `\`param\` is \`${bad.option}\`, which is not an identifier.`
    },
  }),
  'dot-segment': error({
    why: 'Browsers and servers remove `.` and `..` segments from a URL, so no request can reach this path.',
    fix: 'Remove the segment.',
    message: 'The path `{path}` contains a `.` or `..` segment.',
  }),
  'dynamic-segment': error({
    why: 'With a `:controller` or `:action` segment, a request could choose the code to run. The build could not know which actions are reachable.',
    fix: 'Declare one route for each controller and action, or rename the parameter.',
    message: 'The path `{path}` has a dynamic `:{name}` segment.',
  }),
  'empty-requirement': error({
    why: 'A parameter is never empty, so a requirement that matches only the empty string never matches.',
    fix: 'Remove the requirement, or describe the values of the parameter.',
    message: 'The requirement on `{name}` is empty.',
  }),
  'ignored-requirement': warning({
    why: 'If a format can follow a glob, the glob matches as little as possible. For Rails, this is a requirement of the route itself, which overrides the requirement of the scope. Turnout does the same.',
    fix: "Write the requirement in the route: `get('files/*path', { path: /…/ })`. Or set `format: false`, so that the requirement of the scope applies.",
    message: 'The requirement of the scope on the glob `{name}` of `{pattern}` has no effect.',
  }),
  'lone-surrogate': error({
    why: 'Half of a surrogate pair has no UTF-8 form, so a URL cannot contain it.',
    fix: 'Remove the character, or write the complete pair.',
    message: ({ path }: { path: string }) => `The path \`${JSON.stringify(path)}\` contains half of a surrogate pair.`,
  }),
  'path-too-long': error({
    why: 'Servers and browsers reject URLs of this length, so no request can reach this path.',
    fix: 'Shorten the path. `shallow` shortens the paths of nested resources.',
    message: 'The path is longer than the limit of {limit} characters.',
  }),
  'pattern-syntax': error({
    why: 'A path consists of static segments, `:param`, `*glob` and optional parts in parentheses. It has no query and no fragment.',
    fix: 'Close every parenthesis, put content into each, and percent-encode other characters correctly.',
    message: ({ path, problem }: { path: string; problem: PatternProblem }) => {
      if ('percent' in problem)
        return `The path \`${path}\` contains a \`%\` that does not begin a percent-encoded byte.${problem.percent === null ? '' : ` For a parameter, write \`${problem.percent}\`.`}`
      if ('query' in problem)
        return `The path \`${path}\` contains a query. For an optional part, write \`${problem.query}\`.`
      return `The path \`${path}\` cannot be parsed: ${problem.parser}.`
    },
  }),
  'regexp-anchor': error({
    why: 'A requirement always matches the whole parameter. Anchors inside it would change what the path matches.',
    fix: 'Remove `^` and `$`.',
    message: 'The requirement on `{name}` has an anchor: {expression}.',
  }),
  'regexp-flags': error({
    why: 'A requirement becomes part of a larger expression. Only the flags `i`, `u` and `v` keep their meaning there, and on a glob also `s`.',
    fix: 'Remove the other flags.',
    message: 'The {kind} on `{name}` has unsupported flags: {expression}.',
  }),
  'invalid-regexp': error({
    why: 'Turnout must understand an expression to prove that it is safe. This one is not a valid regular expression, its groups are nested too deeply, or it contains strings in a class (`\\q{…}`). As in Rails, a string in the option `format` is also a regular expression.',
    fix: 'Escape the special characters of regular expressions, as in `c\\+\\+`. Split nested groups. Write strings in a class as alternatives.',
    message: (
      invalid: { problem: string } & ({ kind: 'requirement' | 'condition'; name: string } | { format: string }),
    ) =>
      'format' in invalid
        ? `The format \`${invalid.format}\` is a regular expression, as in Rails, and it is invalid: ${invalid.problem}.`
        : `The ${invalid.kind} on \`${invalid.name}\` cannot be checked: ${invalid.problem}.`,
  }),
  'requirement-too-long': error({
    why: 'Turnout cannot check a regular expression of this length, and JavaScript engines reject it when it becomes part of the path.',
    fix: 'List the allowed strings in an array, which can have any length, or check the value in the action.',
    message: ({
      kind,
      name,
      length,
      limit,
    }: {
      kind: 'requirement' | 'condition'
      name: string
      length: number
      limit: number
    }) =>
      `The ${kind} on \`${name}\` has ${length.toLocaleString('en-US')} characters; the limit is ${limit.toLocaleString('en-US')}.`,
  }),
  'reserved-param': error({
    why: 'If code copied a parameter with this name to an object, it would change the prototype of the object.',
    fix: 'Choose another name.',
    message: (origin: 'path' | 'options') =>
      origin === 'path'
        ? 'A parameter is named `__proto__`.'
        : 'A default parameter or a requirement is named `__proto__`.',
  }),
  'reserved-token': error({
    why: 'Vite replaces this string in everything that it builds, so the route would be different in production.',
    fix: 'Choose another path.',
    message: 'The path `{path}` contains a token that Vite replaces.',
  }),
  'too-many-optionals': error({
    why: 'Each combination of optional groups is a path of its own. More than 256 combinations are too slow, and almost certainly a mistake.',
    fix: 'Split the route in two, or make some of the groups required.',
    message: 'The optional groups of `{path}` result in more than {limit} paths.',
  }),
  'unusual-path': warning({
    why: 'Rails and Turnout accept this path, but it probably does not mean what you intended. A mark without a name matches itself. In Rails 8.1, a `*` after a slash is a glob without a name.',
    fix: 'Name the parameter (`:id`) or the glob (`/*path`), write a route or a requirement for each alternative, and use single slashes. If you want these characters, turn the warning off with `severities`.',
    message: (unusual: UnusualPath) => {
      const { path } = unusual
      if ('written' in unusual) {
        return `\`${unusual.written}\` in \`${path}\` is static. For a parameter, use the syntax of Rails: \`${unusual.inRails}\`.`
      }
      if ('verb' in unusual)
        return `\`${path}\` begins with a method, which is part of the path. The method is the name of the call: \`${unusual.verb}('/path')\`.`
      if ('group' in unusual)
        return `\`(${unusual.group})\` in \`${path}\` is an optional segment, and not a group of routes. To group routes without a path, use \`scope\`.`
      if ('hidden' in unusual)
        return `\`${unusual.hidden}\` in \`${path}\` is a part of the URL, unlike in a file-based router. Without it, the path is \`${unusual.rest}\`.`
      if (unusual.holds === '//') return `\`${path}\` contains repeated slashes, which count as one.`
      if (unusual.holds === '|')
        return `The \`|\` in \`${path}\` does not separate alternatives. It matches itself, as \`%7C\`.`
      if (unusual.holds === ')')
        return `The \`)\` in \`${path}\` has no opening parenthesis. Rails 8.1 ignores the rest of the path.`
      const { holds: mark, isParam } = unusual as { readonly holds: ':' | '*'; readonly isParam: boolean }
      const kind = mark === ':' ? 'parameter' : 'glob'
      return isParam
        ? `The \`${mark}\` in \`${path}\` is a ${kind} with an empty name.`
        : `The \`${mark}\` in \`${path}\` has no ${kind} name after it, so it matches itself.`
    },
  }),
  'unusual-requirement': warning({
    why: 'If a requirement is a string, the parameter must be equal to it, as in Rails. This string looks like a regular expression.',
    fix: 'Write a regular expression: `{ id: /\\d+/ }`. If you want this exact string, turn the warning off with `severities`.',
    message: ({ name, text }: { name: string; text: string }) =>
      `The requirement on \`${name}\` is the string ${JSON.stringify(text)}, which matches only itself.`,
  }),
  'useless-requirement': warning({
    why: 'The name is neither a parameter of the path nor an attribute of the request. Turnout ignores it, as Rails does.',
    fix: 'Correct the name, or remove the requirement.',
    message: 'The requirement on `{name}` has no effect: `{pattern}` has no such parameter.{?suggestion}',
  }),
}
