import { describeError } from '../describe.ts'
import { shorten } from '../text.ts'
import { didYouMean } from '../nearest.ts'
import { error, hint, lowerableError, warning } from './entry.ts'

type SeveritySlip =
  | { readonly error: unknown }
  | { readonly code: string; readonly suggestion: string | null }
  | { readonly code: string; readonly severity: string }
  | { readonly code: string }

/** Problems that prevent Turnout from loading or compiling route files, or from writing the declarations. */
export const project = {
  'circular-route-file': warning({
    why: 'While modules that import each other run, one of them sees exports of another as undefined. A route file that imports itself declares routes such as `/undefined`.',
    fix: 'Move the shared code into a third module, which imports neither of them.',
    message: ({ files }: { files: readonly string[] }) => `\`${files[0]}\` imports itself: ${files.join(' → ')}.`,
  }),
  'compilation-failed': error({
    why: 'A phase of the compiler threw an error, so there is no table. This is a bug in the compiler, or in a function that you passed as an option.',
    fix: 'Report the bug, with route files that reproduce it.',
    message: '{step} failed: {error}',
  }),
  'entry-not-found': error({
    why: 'One file declares all routes, or draws other route files. Turnout did not find this file.',
    fix: 'Create `config/routes.ts` with `export default defineRoutes((r) => { … })`, or set the option `routes`.',
    message: 'There is no route file.',
  }),
  'export-not-written': lowerableError({
    why: 'The option `exports` lists files that a build writes. Turnout could not generate one of them.',
    fix: 'Correct the option, or its file. The file must be an OpenAPI 3.1 document in JSON.',
    message: '`{name}` was not written: {error}',
  }),
  'idle-client-pattern': lowerableError({
    why: 'The option `clientRoutes` selects the routes in client bundles. A pattern that matches no route is probably a mistake, and could expose routes that you want to exclude.',
    fix: 'Correct the pattern, or remove it. A pattern matches `controller#action`. A pattern that begins with `/` matches the paths of redirects and mounted apps.',
    message: "`{key}: '{pattern}'` in `clientRoutes` matches no route.{?suggestion}",
  }),
  'ignored-route-file': warning({
    why: 'A project has one entry: the first of `config/routes`, `src/routes` and `routes` that exists. Turnout loads another file only if the entry draws it.',
    fix: 'Move its declarations into the entry, draw the file (`r.draw`), or make it the entry with the option `routes`.',
    message: '`{file}` declares routes, but nothing loads it: the entry is `{entry}`.',
  }),
  'invalid-client-routes': error({
    why: '`only` and `except` accept a pattern or an array of patterns: `photos`, `photos#show`, `admin/*`, or a path for routes without an action.',
    fix: "Correct the option: `turnout({ clientRoutes: { except: 'admin/*' } })`.",
    message: '`clientRoutes` is invalid. {problem}',
  }),
  'invalid-base': error({
    why: "The option `base` is the path under which the application is served. Helpers prepend it, and `match` strips it. With `base: true`, Turnout uses Vite's `base`, which must then be a path, not a URL or `./`.",
    fix: "Set a path: `turnout({ base: '/app' })`.",
    message: ({ base }: { base: string }) => `The base ${JSON.stringify(shorten(base))} is not a plain URL path.`,
  }),
  'inflections-threw': error({
    why: 'The option `inflections` is a function that adds rules. It runs at build time, and threw an error.',
    fix: "Fix the function: `turnout({ inflections: (inflect) => inflect.irregular('canvas', 'canvases') })`.",
    message: '`inflections` threw {error}',
  }),
  'invalid-severity': error({
    why: 'The option `severities` maps codes of diagnostics to `error`, `warning`, `hint` or `off`.',
    fix: 'Correct the code or the severity. An error that prevents building a route table cannot be lowered.',
    message: (problem: SeveritySlip) => {
      if ('error' in problem) return `\`severities\` cannot be read: ${describeError(problem.error)}`
      if ('suggestion' in problem) return `There is no diagnostic \`${problem.code}\`.${didYouMean(problem.suggestion)}`
      if ('severity' in problem)
        return `\`${problem.code}\` is set to \`${problem.severity}\`, which is not a severity.`
      return `\`${problem.code}\` stays an error: it prevents building a route table.`
    },
  }),
  'module-never-ends': error({
    why: 'Route files and their imports run at build time. A top-level `await` in this module never settles.',
    fix: 'Do not wait at build time for an event that occurs only at run time.',
    message: '`{file}` did not finish within {seconds} s.',
  }),
  'module-not-loaded': error({
    why: 'Route files and their imports run at build time. One of these modules cannot be loaded.',
    fix: 'Fix the code at the location in the message, or correct the import.',
    message: (module: { file: string; reason: string } | { file: string; missing: string }) =>
      'missing' in module
        ? `\`${module.file}\` imports \`${module.missing}\`, which cannot be found.`
        : `\`${module.file}\` could not be loaded: ${module.reason}`,
  }),
  'module-threw': error({
    why: 'Route files and their imports run at build time. Code outside the block threw an error.',
    fix: 'Fix the code at the location in the message.',
    message: '`{file}` threw {thrown}',
  }),
  'injected-code-threw': error({
    why: 'A plugin, or the option `define` of the Vite config, adds code to this module. The source of the module does not contain the name.',
    fix: 'Search the Vite config and its plugins for the name. If the code is for browsers or bundles only, exclude the route files and their imports from it.',
    message: '`{file}` could not be evaluated: `{name}` is not defined, and a plugin has added it to the file.',
  }),
  'outside-block': error({
    why: 'Every declaration belongs to the block that is running. No block was running during this call.',
    fix: 'Call the method synchronously, inside the block. Do not keep the builder for later.',
    message: ({ call }: { call: string }) =>
      `${call}() was called when no block was running. ` +
      'Call it synchronously, inside the block. Do not keep the builder for later.',
  }),
  'server-not-found': error({
    why: 'The option `server` names the module that receives requests, relative to the root of the Vite project. There is no such file.',
    fix: 'Correct the path, create the file, or write `server: true`, which uses `src/server` if it exists.',
    message: 'The file `{file}` from the option `server` does not exist.',
  }),
  'unused-base': hint({
    why: "Vite's `base` is the path under which the application is served. Without the option `base`, helpers and `match` ignore it: links point outside the application, and requests match no route.",
    fix: 'Use the base of Vite: `turnout({ base: true })`. If it is only for assets, set `base: false`.',
    message: "Vite's `base` is `{base}`, but the routes do not use it.",
  }),
  'too-many-problems': hint({
    why: 'Turnout keeps the first 10,000 problems of each severity and counts the others, so that a broken file cannot fill the memory.',
    fix: 'Fix the first problems in the list. So many problems usually have one cause.',
    message: ({ counts }: { counts: readonly string[] }) => `More problems are not listed: ${counts.join(', ')}.`,
  }),
  'types-not-included': hint({
    why: 'TypeScript finds `virtual:routes` only if a `tsconfig.json` includes the file with its declarations.',
    fix: "Add the file to `include`, or write it to an included folder: `types: 'src/routes.d.ts'`.",
    message: '`{config}` does not include `{types}`, so TypeScript does not find `virtual:routes`.',
  }),
  'types-not-written': warning({
    why: 'Writing the file failed. The application still runs, but editors and type checks do not have the current helpers.',
    fix: "Make the folder writable, choose another path (`types: 'src/routes.d.ts'`), or write no declarations (`types: false`).",
    message: '`{file}` was not written: {error}',
  }),
}
