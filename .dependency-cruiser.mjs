import { forbidden } from './scripts/rooms.mjs'

const SOURCES = '^(?:packages/[^/]+/(?:src|page)|playground/(?:src|config))/'
const CORE = 'compiler|runtime|vite-plugin'
const EXTENSIONS = 'adapters|exports|links|rails|inspector|navigation'

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
      name: 'the server depends on the runtime only',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(?:server|runtime)/src/' },
    },
    {
      name: 'the core imports its extensions in one place',
      severity: 'error',
      from: {
        path: `^packages/(?:${CORE})/(?:src|page)/`,
        pathNot:
          '^packages/vite-plugin/src/(?:packages|navigation|react|vue|react-router|vue-router|dev-pages/.*)\\.ts$',
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
