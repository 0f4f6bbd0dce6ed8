import { didYouMean } from '../nearest.ts'
import { error, lowerableError, warning } from './entry.ts'

/** Problems with values that the manifest cannot contain. */
export const freeze = {
  'inline-callable': error({
    why: 'The manifest is JSON, which cannot contain a function. Production imports the function from the module that exports it.',
    fix: 'Move the function to a module of its own, export it there, and import it in the route file.',
    message: ({ name, role, routeFile }: { name: string | null; role: string; routeFile: string | null }) => {
      const subject = name ? `\`${name}\`` : 'An inline function'
      return routeFile === null
        ? `${subject}, ${role}, is not exported by a module.`
        : `${subject}, ${role}, is exported by the route file \`${routeFile}\`, so production would also import the DSL.`
    },
  }),
  'invalid-redirect': error({
    why: 'A redirect has a target (a string with placeholders such as `%{id}`, an object of URL parts, or an exported function) and a status from 300 to 399. Turnout sends the result in the header `Location`, so it must be a URL that clients can follow.',
    fix: "Write `redirect('/photos/%{id}')` or `redirect({ path: '/photos' }, { status: 302 })`. For other targets, write `redirect(fn)` with an exported function of the parameters and the request.",
    message: '`redirect` has an invalid argument: {argument}.',
  }),
  'open-redirect': lowerableError({
    why: 'If a parameter is in the domain or the port of the target, or before an `@`, the request chooses the site of the redirect. A link to your site could then redirect to any other site.',
    fix: 'Use the parameter as a label before your own domain, as in `https://%{id}.example.org/`, or in the path.',
    message: ({ placeholders, start }: { placeholders: readonly string[]; start: string }) =>
      `A request can choose ${placeholders.map((placeholder) => `\`${placeholder}\``).join(' and ')} in \`${start}\`, ` +
      'which is not a label before your domain.',
  }),
  'unknown-redirect-param': warning({
    why: 'A redirect can use only the parameters of its own route. Other placeholders become empty strings.',
    fix: 'Correct the name, or add the parameter to the path. A placeholder has the form `%{id}`.',
    message: (
      param: { written: string; pattern: string; suggestion: string | null } | { written: string; meant: string },
    ) =>
      'meant' in param
        ? `\`${param.written}\` is not a placeholder, so it does not change.${didYouMean(`%{${param.meant}}`)}`
        : `\`${param.written}\` becomes an empty string: \`${param.pattern}\` has no such parameter.` +
          didYouMean(param.suggestion === null ? null : `%{${param.suggestion}}`),
  }),
}
