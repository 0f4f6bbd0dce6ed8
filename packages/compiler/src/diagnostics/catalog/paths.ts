import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

type UnusualPath = { readonly path: string } & (
  | { readonly holds: ':' | '*' | '|' | '//' | '#' }
  /** What another router has for a parameter, and how Rails writes it. */
  | { readonly written: string; readonly inRails: string }
)

/** What is wrong with a path, its parameters or their requirements. */
export const paths = {
  'adjacent-params': {
    severity: 'warning',
    why: 'Nothing stands between the two parameters. Rails first splits a path at each `/` and `.`, and a parameter takes whole parts, so that the border of the two has to be next to a `/` or a `.`. Here no text of the first ends with one, and no text of the second begins with one. No request matches both.',
    fix: 'Put a literal between them (`:a-:b`, `:a/:b`), make them one parameter, or let the first take its `/` (`tree: /(\\w+\\/)+/`).',
    message: ({ first, second, pattern }: { first: string; second: string; pattern: string }) =>
      `No request matches both \`${first}\` and \`${second}\` of \`${pattern}\`: nothing stands between them.`,
  },
  'bad-param-name': {
    severity: 'error',
    why: 'A parameter becomes an argument of a helper and a key of `params`, so it must be an identifier.',
    fix: 'Name it with letters, digits and `_`, and do not begin with a digit.',
    message: (bad: { path: string } | { name: string } | { option: string }) => {
      if ('path' in bad) return `The path \`${bad.path}\` holds a parameter whose name is not an identifier.`
      if ('name' in bad) return `The parameter \`:${bad.name}\` begins with a digit.`
      return `\`param\` is \`${bad.option}\`, which is not an identifier.`
    },
  },
  'dot-segment': {
    severity: 'error',
    why: 'Browsers and servers remove `.` and `..` segments from a URL, so no request can ever reach this path.',
    fix: 'Remove the segment.',
    message: ({ path }: { path: string }) => `The path \`${path}\` holds a \`.\` or \`..\` segment.`,
  },
  'dynamic-segment': {
    severity: 'error',
    why: 'A `:controller` or `:action` segment would let a request choose any code; a frozen table cannot know what it reaches.',
    fix: 'Declare one route for each controller and action, or rename the parameter.',
    message: ({ path, name }: { path: string; name: string }) =>
      `The path \`${path}\` has a dynamic \`:${name}\` segment.`,
  },
  'empty-requirement': {
    severity: 'error',
    why: 'A parameter is never empty, so a requirement that only matches the empty text matches nothing.',
    fix: 'Remove the requirement, or write what the parameter looks like.',
    message: ({ name }: { name: string }) => `The requirement on \`${name}\` is empty.`,
  },
  'ignored-requirement': {
    severity: 'warning',
    why: 'A glob that a format may follow takes as little as it can. Rails counts that as a requirement of the route itself, so it overrides what a scope requires of the glob, and so does Turnout.',
    fix: "Require it in the route: `get('files/*path', { path: /…/ })`. Or set `format: false`, with which the requirement of the scope holds.",
    message: ({ name, pattern }: { name: string; pattern: string }) =>
      `The scope's requirement on the glob \`${name}\` of \`${pattern}\` is ignored.`,
  },
  'lone-surrogate': {
    severity: 'error',
    why: 'Half of a surrogate pair has no UTF-8 form, so it cannot stand in a URL.',
    fix: 'Remove the character, or write the whole one.',
    message: ({ path }: { path: string }) => `The path \`${JSON.stringify(path)}\` holds half of a surrogate pair.`,
  },
  'path-too-long': {
    severity: 'error',
    why: 'Servers and browsers refuse URLs of this length, so no request can ever reach this path.',
    fix: 'Shorten the path. `shallow` shortens the paths of nested resources.',
    message: ({ limit }: { limit: number }) => `The path has more than the ${limit} characters that can be served.`,
  },
  'pattern-syntax': {
    severity: 'error',
    why: 'A path is made of literals, `:param`, `*glob` and optional parts in parentheses. It holds no query and no fragment.',
    fix: 'Close every parenthesis, leave none empty, and percent-encode other characters correctly.',
    message: ({ path, problem }: { path: string; problem: 'query' | 'percent' | { parser: string } }) => {
      if (problem === 'query') return `The path \`${path}\` holds a query. An optional part is written \`(/:id)\`.`
      if (problem === 'percent') return `The path \`${path}\` holds a \`%\` that begins no percent-encoded byte.`
      return `The path \`${path}\` cannot be parsed: ${problem.parser}.`
    },
  },
  'regexp-anchor': {
    severity: 'error',
    why: 'A requirement always matches the whole parameter. Anchors inside it would change what the path matches.',
    fix: 'Remove `^` and `$`.',
    message: ({ name, expression }: { name: string; expression: string }) =>
      `The requirement on \`${name}\` has an anchor: ${expression}.`,
  },
  'regexp-flags': {
    severity: 'error',
    why: 'A requirement becomes part of a larger expression. Only `i`, `u` and `v` keep their meaning there; `s` only on a glob.',
    fix: 'Remove the other flags.',
    message: ({ kind, name, expression }: { kind: 'requirement' | 'condition'; name: string; expression: string }) =>
      `The ${kind} on \`${name}\` has unsupported flags: ${expression}.`,
  },
  'invalid-regexp': {
    severity: 'error',
    why: 'What cannot be read cannot be proven to be safe: a text that is not a regular expression, groups that are nested too deep, or texts in a class (`\\q{…}`). As in Rails, the option `format` is a regular expression even where it is given as a text.',
    fix: 'Escape what means something in regular expressions, as in `c\\+\\+`; take nested groups apart; write texts in a class as alternatives.',
    message: (
      invalid: { problem: string } & ({ kind: 'requirement' | 'condition'; name: string } | { format: string }),
    ) =>
      'format' in invalid
        ? `The format \`${invalid.format}\` is read as a regular expression, as in Rails, and it is not a valid one: ${invalid.problem}.`
        : `The ${invalid.kind} on \`${invalid.name}\` cannot be examined: ${invalid.problem}.`,
  },
  'requirement-too-long': {
    severity: 'error',
    why: 'A regular expression of this length cannot be examined, and is refused by engines once it is part of the path. No parameter is as long as that.',
    fix: 'Pass the texts that are allowed as a list, which may be of any length, or ask in the action.',
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
  },
  'reserved-param': {
    severity: 'error',
    why: 'A parameter of this name would reach the prototype of objects that it is copied to.',
    fix: 'Choose another name.',
    message: (where: 'path' | 'options') =>
      where === 'path'
        ? 'A parameter is named `__proto__`.'
        : 'A default parameter or a requirement is named `__proto__`.',
  },
  'reserved-token': {
    severity: 'error',
    why: 'Vite replaces this text in everything that it builds, so the route would change on the way to production.',
    fix: 'Choose another text.',
    message: ({ path }: { path: string }) => `The path \`${path}\` holds a token of Vite's own.`,
  },
  'too-many-optionals': {
    severity: 'error',
    why: 'Every combination of optional groups is a path of its own. More than 256 of them cost time and cannot be meant.',
    fix: 'Split the route in two, or make some of the groups required.',
    message: ({ path, limit }: { path: string; limit: number }) =>
      `The optional groups of \`${path}\` make more than ${limit} paths.`,
  },
  'unusual-path': {
    severity: 'warning',
    why: 'A path like this is taken for what its characters are, as in Rails. It looks as if something else was meant.',
    fix: 'Name the parameter (`:id`) or the glob (`/*path`), write a route or a requirement for each alternative, and one slash for several. If the characters are meant, switch the warning off with `severities`.',
    message: (unusual: UnusualPath) => {
      const { path } = unusual
      if ('written' in unusual) {
        return `\`${unusual.written}\` in \`${path}\` is static text. Here a parameter is written as in Rails: \`${unusual.inRails}\`.`
      }
      const { holds } = unusual
      if (holds === '#')
        return `\`${path}\` is one more path of this call. An endpoint is an option: \`{ to: '${path}' }\`.`
      if (holds === '//') return `Of the slashes next to each other in \`${path}\` one counts.`
      if (holds === '|') return `The \`|\` in \`${path}\` is not an alternative: it stands for itself, as \`%7C\`.`
      return `The \`${holds}\` in \`${path}\` names no ${holds === ':' ? 'parameter' : 'glob'}, so it stands for itself.`
    },
  },
  'unusual-requirement': {
    severity: 'warning',
    why: 'A requirement that is a string is a text, as in Rails: the parameter must be exactly that. This one looks like the source of a regular expression.',
    fix: 'Write a regular expression: `{ id: /\\d+/ }`. If the text is meant, switch the warning off with `severities`.',
    message: ({ name, text }: { name: string; text: string }) =>
      `The requirement on \`${name}\` is the text ${JSON.stringify(text)}, which matches nothing but itself.`,
  },
  'useless-requirement': {
    severity: 'warning',
    why: 'A requirement is on a parameter of the path, a condition on an attribute of the request. This is neither, so Rails ignores it, and so is done here.',
    fix: 'Correct the name, or remove it.',
    message: ({ name, pattern, guess }: { name: string; pattern: string; guess: string | null }) =>
      `The requirement on \`${name}\` changes nothing: \`${pattern}\` has no such parameter.${didYouMean(guess)}`,
  },
} as const satisfies Record<string, CatalogEntry>
