// The components for React and Vue have types from the table, in every TypeScript that applications have.
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { checkTypes, COMPILERS } from './compilers.ts'

beforeAll(buildPackages)

const { manifest } = compileRoutes((r: Routes) => {
  r.resources('photos', { only: ['index', 'show', 'destroy'] })
})
const pages = new Map([['photos', './photos.js']])
const types = emitTypes(manifest!, { pages }).code

const SAME = `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}
`

const filesOf = (framework: 'react' | 'vue') => ({
  'virtual-routes.d.ts': types,
  'photos.ts': `import type { LoadArguments } from 'virtual:routes/navigation'
import { useRoute, type PageProps } from 'vite-plugin-turnout/${framework}'
export const load = { show: async ({ params }: LoadArguments<'photos#show'>) => ({ title: params.id }) }
export const Index = () => null
export function Show({ params, data }: PageProps<'photos#show'>) {
  return params.id + data.title + useRoute('photos#show').data.title
}
`,
  'main.ts': `import { photoPath } from 'virtual:routes'
import { show } from 'virtual:routes/actions/photos'
import { useNavigate, usePending, useRoute, useSearch, type LinkOptions } from 'vite-plugin-turnout/${framework}'
${SAME}
const route = useRoute('photos#show')
same<typeof route.params.id, string>(true)
same<typeof route.data, { title: string }>(true)
same<typeof route.action, 'photos#show'>(true)
// @ts-expect-error the route has no such parameter
route.params.slug
// @ts-expect-error there is no such page
useRoute('photos#other')
same<ReturnType<typeof useRoute>['url'], string>(true)
const [search, setSearch] = useSearch('photos#index')
const query: string | readonly string[] | undefined = search${framework === 'vue' ? '.value' : ''}['q']
void setSearch({ q: query }, { scroll: false })
// @ts-expect-error a search has scalars and lists of them
void setSearch({ q: { at: 2 } })
void useNavigate()(photoPath(7), { replace: true })
const pending: string | undefined = usePending()${framework === 'vue' ? '.value' : ''}?.url
const links: readonly LinkOptions[] = [{ to: photoPath(7) }, { to: show(7), prefetch: 'hover', replace: true }]
// @ts-expect-error there is no such time
const wrong: LinkOptions = { to: '/', prefetch: 'never' }
export { links, pending, wrong }
`,
})

describe.each(['react', 'vue'] as const)('%s', (framework) => {
  test.each(COMPILERS)('%s knows the pages', (_, compiler) => {
    expect(checkTypes(compiler, filesOf(framework), { skipLibCheck: true })).toBe('')
  })

  test('a mistake in a page is an error', () => {
    const files = filesOf(framework)
    const wrong = files['photos.ts'].replace('data.title', 'data.name')
    expect(checkTypes(COMPILERS[2][1], { ...files, 'photos.ts': wrong }, { skipLibCheck: true })).toMatch(
      /photos\.ts\(\d+,\d+\): error TS2339: Property 'name' does not exist/,
    )
  })
})
