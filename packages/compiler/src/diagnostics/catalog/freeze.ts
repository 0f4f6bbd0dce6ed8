import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

/** What cannot become part of the manifest. */
export const freeze = {
  'inline-callable': {
    severity: 'error',
    why: 'A function cannot be frozen into the manifest. Production imports it from the module that exports it.',
    fix: 'Move it to a module of its own, export it from there, and import it into the route file.',
    message: ({ name, role, routeFile }: { name: string | null; role: string; routeFile: string | null }) => {
      const shown = name ? `\`${name}\`` : 'The function'
      return routeFile === null
        ? `${shown}, ${role}, is exported by no module.`
        : `${shown}, ${role}, is exported by the route file \`${routeFile}\`. Production would import the DSL with it.`
    },
  },
  'invalid-redirect': {
    severity: 'error',
    why: 'A redirect is frozen into the manifest: a target with `%{param}` in it, a map of URL parts, or an exported function, and a status from 300 to 399. What it makes is sent as the header `Location`, so it must be a URL that clients can follow.',
    fix: "Write `redirect('/photos/%{id}')` or `redirect({ path: '/photos' }, { status: 302 })`. For more, `redirect(fn)` with an exported function of the parameters and the request.",
    message: ({ given }: { given: string }) => `\`redirect\` was given ${given}.`,
  },
  'open-redirect': {
    severity: 'error',
    canBeLowered: true,
    why: 'A parameter in the domain of a URL, in its port or before an `@` lets the request choose where the redirect leads. A link to your site could then lead to any other.',
    fix: 'Let it be a label before a domain of your own, as in `https://%{id}.example.org/`, or stand in the path.',
    message: ({ placeholders, start }: { placeholders: readonly string[]; start: string }) =>
      `A request fills in ${placeholders.map((each) => `\`${each}\``).join(' and ')} in \`${start}\`, ` +
      'outside of the labels before the domain.',
  },
  'unknown-redirect-param': {
    severity: 'warning',
    why: 'A redirect fills in the parameters of its own route. What the route does not have is left empty.',
    fix: 'Correct the name, or add the parameter to the path. It is written `%{id}`.',
    message: (param: { written: string; pattern: string; guess: string | null } | { written: string; meant: string }) =>
      'meant' in param
        ? `\`${param.written}\` stays as it is.${didYouMean(`%{${param.meant}}`)}`
        : `\`${param.written}\` stays empty: \`${param.pattern}\` has no such parameter.` +
          didYouMean(param.guess === null ? null : `%{${param.guess}}`),
  },
} as const satisfies Record<string, CatalogEntry>
