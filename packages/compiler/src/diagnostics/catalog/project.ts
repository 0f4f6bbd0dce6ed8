import { describeError } from '../../describe.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

type SeveritySlip =
  | { readonly error: unknown }
  | { readonly code: string; readonly guess: string | null }
  | { readonly code: string; readonly severity: string }
  | { readonly code: string }

/** What keeps a project's route files from being loaded or compiled, and its declarations from being written. */
export const project = {
  'circular-route-file': {
    severity: 'warning',
    why: 'While the modules of a circle run, one of them sees the exports of another as undefined. A route file that imports itself declares routes such as `/undefined`.',
    fix: 'Move what both modules need into a third one, which imports neither.',
    message: ({ files }: { files: readonly string[] }) => `\`${files[0]}\` imports itself: ${files.join(' → ')}.`,
  },
  'code-never-ends': {
    severity: 'error',
    why: 'Route files run at build time, with all that they import and every function that is called while routes are declared. This code ran on until it was stopped.',
    fix: 'Look at the place shown for a loop without an end, or for a regular expression that takes too long.',
    message: ({ file, seconds }: { file: string; seconds: number }) =>
      `\`${file}\` was still running after ${seconds} s, and was stopped.`,
  },
  'compilation-failed': {
    severity: 'error',
    why: 'A phase of the compiler threw, so there is no table. It is a mistake of the compiler, or of a function among its options.',
    fix: 'Report it, with the route files that show it.',
    message: ({ what, error }: { what: string; error: unknown }) => `${what} failed: ${describeError(error)}`,
  },
  'entry-not-found': {
    severity: 'error',
    why: 'All routes are declared in one file, or drawn by it. It stands at none of the places where it is looked for.',
    fix: 'Create `config/routes.ts` with `export default defineRoutes((r) => { … })`, or set the option `routes`.',
    message: () => 'There is no route file.',
  },
  'export-not-written': {
    severity: 'error',
    canBeLowered: true,
    why: 'The option `exports` names files that a build makes of the routes, and one of them could not be made.',
    fix: 'Correct the option, or the file that it names: a document of OpenAPI 3.1 in JSON.',
    message: ({ name, error }: { name: string; error: unknown }) => `\`${name}\` was not made: ${describeError(error)}`,
  },
  'idle-client-pattern': {
    severity: 'error',
    canBeLowered: true,
    why: 'The option `clientRoutes` says which routes clients see. A pattern that is about no route is likely a slip, and with a slip clients see what they should not, or the other way round.',
    fix: 'Correct the pattern, or remove it. It is compared with `controller#action`; one that begins with `/`, with the paths of redirects and mounted apps.',
    message: ({ key, pattern, guess }: { key: string; pattern: string; guess: string | null }) =>
      `\`${key}: '${pattern}'\` of \`clientRoutes\` is about no route.${didYouMean(guess)}`,
  },
  'ignored-route-file': {
    severity: 'warning',
    why: 'A project has one entry: the first of `config/routes`, `src/routes` and `routes` that exists. Turnout loads another file only if the entry draws it.',
    fix: 'Move its declarations into the entry, draw the file (`r.draw`), or name it as the entry with the option `routes`.',
    message: ({ file, entry }: { file: string; entry: string }) =>
      `\`${file}\` declares routes, and nothing loads it: the entry is \`${entry}\`.`,
  },
  'invalid-client-routes': {
    severity: 'error',
    why: 'The option `clientRoutes` has patterns under `only` and `except`, each one or several: `photos`, `photos#show`, `admin/*`, or a path for what has no action.',
    fix: "Correct the option: `turnout({ clientRoutes: { except: 'admin/*' } })`.",
    message: ({ slip }: { slip: string }) => `\`clientRoutes\` is not as it should be. ${slip}`,
  },
  'invalid-base': {
    severity: 'error',
    why: "The option `base` is the path under which the application is served: helpers put it in front, `match` takes it off. `base: true` takes Vite's `base`, which is a path then, and no URL and not `./`.",
    fix: "Name the path: `turnout({ base: '/app' })`.",
    message: ({ base }: { base: string }) =>
      `The base ${JSON.stringify(base.length > 80 ? `${base.slice(0, 80)}…` : base)} is not the path of a URL in its plain form.`,
  },
  'inflections-threw': {
    severity: 'error',
    why: 'The option `inflections` is a function that adds rules. It runs at build time, and it threw.',
    fix: "Fix the function: `turnout({ inflections: (inflect) => inflect.irregular('canvas', 'canvases') })`.",
    message: ({ error }: { error: unknown }) => `\`inflections\` threw ${describeError(error)}`,
  },
  'invalid-severity': {
    severity: 'error',
    why: 'The option `severities` maps the codes of diagnostics to `error`, `warning`, `hint` or `off`.',
    fix: 'Correct the code or the severity. An error that prevents building a route table cannot be lowered.',
    message: (slip: SeveritySlip) => {
      if ('error' in slip) return `\`severities\` cannot be read: ${describeError(slip.error)}`
      if ('guess' in slip) return `There is no diagnostic \`${slip.code}\`.${didYouMean(slip.guess)}`
      if ('severity' in slip) return `\`${slip.severity}\` is not a severity, but it is set for \`${slip.code}\`.`
      return `\`${slip.code}\` stays an error: it prevents building a route table.`
    },
  },
  'module-never-ends': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. A top-level `await` in this module never settles.',
    fix: 'Do not wait there for what only comes at run time.',
    message: ({ file, seconds }: { file: string; seconds: number }) =>
      `\`${file}\` was not evaluated within ${seconds} s.`,
  },
  'module-not-loaded': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. One of these modules does not load.',
    fix: 'Fix the code at the place shown, or correct the import.',
    message: (module: { file: string; reason: string } | { file: string; missing: string }) =>
      'missing' in module
        ? `\`${module.file}\` imports \`${module.missing}\`, which cannot be found.`
        : `\`${module.file}\` could not be loaded: ${module.reason}`,
  },
  'module-threw': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. The code outside its block threw.',
    fix: 'Fix the code at the place shown.',
    message: ({ file, thrown }: { file: string; thrown: string }) => `\`${file}\` threw ${thrown}`,
  },
  'outside-block': {
    severity: 'error',
    why: 'A declaration belongs to the block that is being run. This one was made when no block was open.',
    fix: 'Declare synchronously, inside the block. Do not keep the builder for later.',
    message: ({ call }: { call: string }) =>
      `${call}() was called when no block was open. ` +
      'Declare synchronously, inside the block; do not keep the builder for later.',
  },
  'server-not-found': {
    severity: 'error',
    why: 'The option `server` names the module that receives requests, relative to the root of the Vite project. There is no such file.',
    fix: 'Correct the path, create the file, or write `server: true`, which takes `src/server` or the routes themselves.',
    message: ({ file }: { file: string }) => `There is no file \`${file}\`, which the option \`server\` names.`,
  },
  'unused-base': {
    severity: 'hint',
    why: "Vite's `base` is the path under which the application is served. Without the option `base`, helpers and `match` know nothing of it: links lead outside, and requests find no route.",
    fix: 'Take it: `turnout({ base: true })`. If only the assets are served there, say so: `base: false`.',
    message: ({ base }: { base: string }) => `Vite's \`base\` is \`${base}\`, and the routes are without it.`,
  },
  'too-many-problems': {
    severity: 'hint',
    why: 'Of each severity, the first 10,000 problems are kept. The others are counted, so that a broken file cannot fill the memory.',
    fix: 'Fix the problems that are listed first. Most of so many have one cause.',
    message: ({ counts }: { counts: readonly string[] }) =>
      `There are more problems, which are not listed: ${counts.join(', ')}.`,
  },
  'types-not-included': {
    severity: 'hint',
    why: 'TypeScript sees `virtual:routes` only if a configuration includes the file of its declarations.',
    fix: "Add the file to `include`, or write it where the configuration looks: `types: 'src/routes.d.ts'`.",
    message: ({ types, config }: { types: string; config: string }) =>
      `\`${config}\` does not include \`${types}\`, so TypeScript does not find \`virtual:routes\`.`,
  },
  'types-not-written': {
    severity: 'warning',
    why: 'The file system refused. The application runs without the declarations; editors and type checks do not see the helpers as they are.',
    fix: "Make the folder writable, name another place (`types: 'src/routes.d.ts'`), or write none (`types: false`).",
    message: ({ file, error }: { file: string; error: unknown }) =>
      `\`${file}\` was not written: ${describeError(error)}`,
  },
} as const satisfies Record<string, CatalogEntry>
