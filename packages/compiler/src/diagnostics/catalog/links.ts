import { hint, lowerableError, warning } from './entry.ts'

/** Addresses in the code of an application, which `@turnout/links` compares with the table. */
export const links = {
  'dead-link': lowerableError({
    why: 'No value of the expressions in this address makes a path that a route matches. Each expression that is a whole segment stands for one segment.',
    fix: "Correct the address, or declare the route. If another server responds to it, list its prefix: `links: { ignore: ['/blog'] }`.",
    message: 'No route matches `{address}`.{?nearest}',
  }),
  'link-catch-all': hint({
    why: 'Only a route that matches every path matches this address. Usually this is the page for addresses that do not exist.',
    fix: 'Correct the address, or declare a route for it.',
    message: 'Only {route} matches `{address}`.',
  }),
  'link-redirect': hint({
    why: 'The address works, but its visitors take one more request than needed.',
    fix: 'Link to the target of the redirect.',
    message: '`{address}` is redirected by {route}.',
  }),
  'link-verb': warning({
    why: 'Routes match the path, but none of them accepts the method with which this code requests it.',
    fix: 'Use a method that a route accepts, or declare the route for this method.',
    message: ({ address, methods, verbs }: { address: string; methods: readonly string[]; verbs: readonly string[] }) =>
      `No route accepts ${methods.join(' or ')} for \`${address}\`, only ${verbs.join(', ')}.`,
  }),
}
