// Writes the reference of the exported types and functions, a page for each module, from the declarations that users
// install. The modules of `virtual:routes` are those of an example with contracts, pages and a server. Those of other
// routers are from examples with these routers.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Application,
  Converter,
  type DeclarationReflection,
  ReferenceType,
  ReflectionKind,
  type TypeDocOptions,
  UnionType,
  UnknownType,
} from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const ROOT = file('../..')
const PAGES = file('../reference')
/** The modules as files, which TypeDoc reads. */
const SOURCES = file('./cache/reference')

/** The packages and their entries, in the order of the navigation. A type that two entries export is described by the first. */
const ENTRIES: Readonly<Record<string, string>> = {
  'vite-plugin-turnout': 'vite-plugin/dist/index',
  'vite-plugin-turnout/dsl': 'vite-plugin/dist/dsl',
  'vite-plugin-turnout/navigation': 'vite-plugin/dist/navigation',
  'vite-plugin-turnout/react': 'vite-plugin/dist/react',
  'vite-plugin-turnout/vue': 'vite-plugin/dist/vue',
  'vite-plugin-turnout/react-router': 'vite-plugin/dist/react-router',
  'vite-plugin-turnout/vue-router': 'vite-plugin/dist/vue-router',
  'vite-plugin-turnout/contracts': 'vite-plugin/dist/contracts',
  'vite-plugin-turnout/declared': 'vite-plugin/dist/declared',
  'vite-plugin-turnout/declared/server': 'vite-plugin/dist/declared/server',
  '@turnout/compiler': 'compiler/dist/index',
  '@turnout/runtime': 'runtime/dist/index',
  '@turnout/runtime/pages': 'runtime/dist/pages',
}

/** The other routers with a module of `virtual:routes`. Each has an example of the same name. */
const ROUTERS = ['react-router', 'vue-router'] as const

/** The name that TypeDoc gives the module of route files. */
const DSL = 'vite-plugin-turnout-dsl'

/** The first paragraph of each page. */
const INTRODUCTIONS: Readonly<Record<string, string>> = {
  'virtual:routes': `Contains a helper for each route, and the matcher. Its types are generated from your route file. This page shows those of a small application:\n\n\`\`\`ts\n// config/routes.ts\n${readFileSync(path.join(ROOT, 'examples/fullstack/config/routes.ts'), 'utf8')}\`\`\`\n\nGuides: [Build URLs](../helpers.md), [Match requests](../matching.md), [Set defaults](../url-defaults.md).`,
  'virtual:routes/manifest': 'Contains the route table as data. Guide: [Exports](../exports.md).',
  'virtual:routes/actions/pages':
    'Contains the URL and the method of each action of a controller. Guide: [URL and method of an action](../actions.md).',
  'virtual:routes/actions/notes': 'Contains the links to the actions of another controller, which have contracts.',
  'virtual:routes/server':
    'Sends requests to controllers. It exists with the option `server`. Guides: [Controllers](../serving.md), [Contracts](../contracts.md).',
  'virtual:routes/client': 'Sends requests to links, with types from contracts. Guide: [Call your API](../client.md).',
  'virtual:routes/pages': 'Finds the page of a path. It exists with the option `pages`. Guide: [Pages](../pages.md).',
  'virtual:routes/navigation':
    'Shows the pages of links without a new document. It exists with the option `pages`. Guide: [Navigation](../navigation.md).',
  'virtual:routes/react-router':
    'Contains the route table for React Router. It exists with the option `router`. Guides: [From React Router](../from-react-router.md), [Your own router](../existing-router.md).',
  'virtual:routes/vue-router':
    'Contains the route table for vue-router. It exists with the option `router`. Guides: [From vue-router](../from-vue-router.md), [Your own router](../existing-router.md).',
  'vite-plugin-turnout': 'Contains the Vite plugin. Guide: [The plugin and its options](../setup.md).',
  'vite-plugin-turnout/dsl':
    'Contains what route files import. Their [methods](../methods.md) and [options](../options.md) have pages of their own, with examples.',
  'vite-plugin-turnout/navigation':
    'Contains the functions behind `virtual:routes/navigation`, for components. Applications import that module.',
  'vite-plugin-turnout/react': 'Contains the components and hooks for React. Guide: [React](../react.md).',
  'vite-plugin-turnout/vue': 'Contains the components and composables for Vue. Guide: [Vue](../vue.md).',
  'vite-plugin-turnout/react-router':
    'Contains the functions behind `virtual:routes/react-router`. Applications import that module. Guide: [Your own router](../existing-router.md).',
  'vite-plugin-turnout/vue-router':
    'Contains the functions behind `virtual:routes/vue-router`. Applications import that module. Guide: [Your own router](../existing-router.md).',
  'vite-plugin-turnout/contracts':
    'Contains the types of contracts, for libraries of schemas and actions. Guide: [Contracts](../contracts.md).',
  'vite-plugin-turnout/declared': 'Contains the types that generated declarations import.',
  'vite-plugin-turnout/declared/server':
    'Contains the types that generated declarations of `virtual:routes/server` import. Applications import that module, in which these types have the routes and the context of the application.',
  '@turnout/compiler':
    'Compiles route tables without Vite, and contains the types of the manifest. Positions in source files are 1-based lines and columns, counted in UTF-16 code units. Guide: [How it works](../how-it-works.md).',
  '@turnout/runtime':
    'Contains the functions that generated modules import. Applications import `virtual:routes` instead: the arguments here are the output of the compiler, and they may change in each version.',
  '@turnout/runtime/pages': 'Contains the functions behind `virtual:routes/pages`. Applications import that module.',
}

/** The page of a module: `virtual:routes/server` -> `virtual-routes-server`. */
const slugOf = (module: string) => module.replace(/^@/, '').replaceAll(/[:/]/g, '-')

/** The modules in the declarations of an example, by name. Each helper becomes a statement of its own, as a function. */
function virtualModules(example: string): [module: string, code: string][] {
  const folder = path.join(ROOT, 'examples', example)
  execFileSync(process.execPath, [path.join(ROOT, 'packages/vite-plugin/bin/turnout.js'), 'types'], { cwd: folder })
  const declarations = readFileSync(path.join(folder, 'virtual-routes.d.ts'), 'utf8')
  return [...declarations.matchAll(/^declare module '([^']+)' \{\n([^]*?)^\}$/gm)].map(([, module, body]) => [
    module!,
    body!
      .replaceAll("import('./", `import('${folder}/`)
      .replaceAll(/(?:export const|,)\n\/\*\* (.*) \*\/\n/g, '\n/** $1 @function */\nexport const ')
      .replaceAll(/(?<!\*\/\n)^ {2}export const/gm, '  /** @function */\n  export const'),
  ])
}

/** Writes the pages. Returns the names of their modules, in the order of the navigation. */
export async function writeReference(): Promise<readonly { text: string; link: string }[]> {
  for (const folder of [PAGES, SOURCES]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(SOURCES, { recursive: true })
  const ofRouters = ROUTERS.flatMap((router) =>
    virtualModules(router).filter(([module]) => module === `virtual:routes/${router}`),
  )
  const virtual = [...virtualModules('fullstack'), ...ofRouters]
  const modules = [...virtual.map(([module]) => module), ...Object.keys(ENTRIES)]
  const sourceOf = (module: string) => path.join(SOURCES, `${slugOf(module)}.d.ts`)
  for (const [module, code] of virtual) writeFileSync(sourceOf(module), code)
  for (const module of Object.keys(ENTRIES)) writeFileSync(sourceOf(module), `export * from '${module}'\n`)
  const fromFile = (module: string) => [module, [sourceOf(module)]]
  const fromPackage = ([module, entry]: string[]) => [module, [path.join(ROOT, 'packages', `${entry}.d.ts`)]]
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    paths: Object.fromEntries([
      ...virtual.map(([module]) => fromFile(module)),
      ...Object.entries(ENTRIES).map(fromPackage),
      ...ROUTERS.map((router) => [router, [path.join(ROOT, 'examples', router, 'node_modules', router)]]),
    ]),
  }
  const tsconfig = path.join(SOURCES, 'tsconfig.json')
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, include: ['*.d.ts'] }))
  const options: Partial<TypeDocOptions & PluginOptions> = {
    tsconfig,
    entryPoints: modules.map(sourceOf),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: PAGES }],
    basePath: SOURCES,
    outputFileStrategy: 'modules',
    readme: 'none',
    // The code of the example is tested as such, and needs more types than this.
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    validation: false,
    logLevel: 'Error',
    sort: ['source-order'],
    groupOrder: ['Functions', 'Variables', '*'],
    hideGroupHeadings: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
  }
  const app = await Application.bootstrapWithPlugins(options as TypeDocOptions)
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const reflections = Object.values(project.reflections) as DeclarationReflection[]
    const exported = new Set(reflections.map(({ name }) => name))
    for (const reflection of reflections) {
      const { inheritedFrom, parent, kind, name, type } = reflection
      // An interface has only its own properties, and a link to the interface that it extends, if that one is exported.
      const isInherited = inheritedFrom !== undefined && exported.has(inheritedFrom.name.split('.')[0]!)
      // The pages of methods and options describe what route files contain.
      const isOfRouteFile =
        parent?.parent?.name === DSL &&
        /^(?:Declarations|Routes|RedirectTarget|\w+Block|(?:Scope|Resources?|Route|Match|Root|Mount)Options)$/.test(
          parent.name,
        )
      const isModuleItself = kind === ReflectionKind.Reference && name === 'default'
      if (isInherited || isModuleItself || (isOfRouteFile && kind !== ReflectionKind.TypeParameter))
        project.removeReflection(reflection)
      // The pages of diagnostics contain the catalogue.
      else if (name === 'catalog') reflection.type = new UnknownType('Record<DiagnosticCode, CatalogEntry>')
      // The generated type of a component of Vue has a page of its own length.
      else if (type instanceof ReferenceType && type.name.endsWith('DefineComponent'))
        reflection.type = new UnknownType('DefineComponent<…>')
      else if (type instanceof UnionType && type.types.length > 50) reflection.type = new UnknownType('DiagnosticCode')
    }
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc could not read the declarations.')
  await app.generateOutputs(project)
  const titles = new Map(modules.map((module) => [`${slugOf(module)}.md`, module]))
  for (const name of readdirSync(PAGES)) {
    const module = titles.get(name)
    if (module === undefined) rmSync(path.join(PAGES, name))
    else writeFileSync(path.join(PAGES, name), page(module, readFileSync(path.join(PAGES, name), 'utf8')))
  }
  return modules.map((module) => ({ text: module, link: `/reference/${slugOf(module)}` }))
}

/** Replaces the title. Inner headings become bold text, so that the outline and the search show only the exported names. */
function page(module: string, markdown: string): string {
  const [, ...body] = markdown.split('\n')
  const sections = body.join('\n').replaceAll(/^#{3,} (.*)$/gm, '**$1**')
  return `# ${module}\n\n${INTRODUCTIONS[module]!}\n${sections
    .split(/^(?=## )/m)
    .map(describeOnce)
    .join('')}`
}

/** Removes the description, the example and the errors of an overload if they are those of an earlier one. */
function describeOnce(section: string): string {
  const [start, ...overloads] = section.split(/^(?=\*\*Call Signature\*\*)/m)
  const seen = new Set<string>()
  const isNew = (part: string) =>
    /^\*\*(?:Call|Param|Returns|Type)|^```/.test(part) || (!seen.has(part) && seen.add(part))
  return [
    start,
    ...overloads.map((text) =>
      text
        .split(/(?<=^```\n)(?=\n)|^(?=\*\*)/m)
        .filter(isNew)
        .join(''),
    ),
  ].join('')
}
