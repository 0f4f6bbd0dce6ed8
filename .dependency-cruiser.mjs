import { forbidden } from './scripts/rooms.mjs'

const SOURCES = '^(?:packages/[^/]+/(?:src|page)|playground/(?:src|config))/'
const CORE = 'compiler|runtime|vite-plugin'
const EXTENSIONS = 'exports|rails|inspector|dev-pages|navigation'

/** Which imports there may be. Types count: who imports a type has to know it. */
export default {
  forbidden: [
    ...forbidden(),
    { name: 'no cycles', severity: 'error', from: { path: SOURCES }, to: { circular: true } },
    {
      name: 'the runtime depends on nothing',
      severity: 'error',
      from: { path: '^packages/runtime/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/runtime/src/' },
    },
    {
      name: 'patterns depend on the runtime only',
      severity: 'error',
      from: { path: '^packages/patterns/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(?:patterns|runtime)/src/' },
    },
    {
      name: 'the diagnostics depend only on the package that measures text',
      severity: 'error',
      from: { path: '^packages/diagnostics/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/diagnostics/src/|fast-string-truncated-width' },
    },
    {
      name: 'the manifest depends on the patterns, the diagnostics and the runtime only',
      severity: 'error',
      from: { path: '^packages/manifest/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(?:manifest|patterns|diagnostics|runtime)/src/' },
    },
    {
      name: 'the server depends on the runtime only',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(?:server|runtime)/src/' },
    },
    {
      name: 'files depend on nothing',
      severity: 'error',
      from: { path: '^packages/files/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/files/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'the evaluation depends on the compiler, the diagnostics, the files and Vite only',
      severity: 'error',
      from: { path: '^packages/evaluate/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!(?:evaluate|compiler|diagnostics|files)/)' },
    },
    {
      name: 'the controllers depend on the compiler, the files and Vite only',
      severity: 'error',
      from: { path: '^packages/controllers/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!(?:controllers|compiler|files)/)' },
    },
    {
      name: 'the worker of the route files does not load Vite, which takes too long',
      severity: 'error',
      from: { path: '^packages/evaluate/src/(?:common|worker)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '(?:^|/)node_modules/vite/(?!dist/node/module-runner|types/|dist/node/index\\.d)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'text for terminals depends on the manifest and the diagnostics only',
      severity: 'error',
      from: { path: '^packages/terminal/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(?:terminal|manifest|diagnostics)/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'the pages of the dev server know nothing of the compiler and Vite',
      severity: 'error',
      from: { path: '^packages/dev-pages/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?:compiler|evaluate|vite-plugin)/|(?:^|/)node_modules/vite/' },
    },
    {
      name: 'the core imports its extensions in one place',
      severity: 'error',
      from: {
        path: `^packages/(?:${CORE})/(?:src|page)/`,
        pathNot: '^packages/vite-plugin/src/(?:packages|navigation|react|vue)\\.ts$',
      },
      to: { path: `(?:^|node_modules/@turnout/|/)(?:packages/)?(?:${EXTENSIONS})/(?:src|page|dist)/` },
    },
    {
      name: 'extensions do not import the plugin',
      severity: 'error',
      from: { path: `^packages/(?:${EXTENSIONS})/(?:src|page)/` },
      to: { path: '(?:^|/)(?:packages/vite-plugin|vite-plugin-turnout)/' },
    },
    {
      name: 'the navigation depends on the runtime only',
      severity: 'error',
      from: { path: '^packages/navigation/src/', pathNot: '(?:\\.test|/react|/vue)\\.ts$' },
      to: { pathNot: '^packages/(?:navigation|runtime)/src/|^virtual:' },
    },
    {
      name: 'the components depend on the navigation and their framework only',
      severity: 'error',
      from: { path: '^packages/navigation/src/(?:react|vue)\\.ts$' },
      to: {
        pathNot: '^packages/navigation/src/|^virtual:|(?:^|/)node_modules/(?:@types/react|react|vue)/|^(?:react|vue)$',
      },
    },
    {
      name: 'the compiler knows nothing of Vite',
      severity: 'error',
      from: { path: '^packages/compiler/src/' },
      to: { path: '(?:^|/)(?:vite|vite-plugin|rollup)(?:/|$)', pathNot: 'vitest' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
