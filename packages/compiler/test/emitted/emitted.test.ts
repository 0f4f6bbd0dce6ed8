import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../src/index.ts'
import { emitModule, type ModuleOptions } from '../../src/phases/5-emit/emit-module.ts'
import { emitTypes } from '../../src/phases/5-emit/emit-types.ts'
import { typeCheck } from '../type-check.ts'
import album from './album.ts'

/** The album, with each declaration on a line of its own: the one after that of the declaration before it. */
function compileAlbum() {
  const lines = new Map<string, number>()
  const { manifest, diagnostics } = compileRoutes(album, {
    callables: 'by-name',
    locate: ({ line, column }) => {
      const key = `${line}:${column}`
      if (!lines.has(key)) lines.set(key, lines.size + 1)
      return { file: 'config/routes.ts', line: lines.get(key)!, column: 3 }
    },
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return manifest!
}

const manifest = compileAlbum()

describe('an emitted module', () => {
  it('reads well', async () => {
    await expect(emitModule(manifest).code).toMatchFileSnapshot('album.js.txt')
  })

  it('imports callables from where they are', () => {
    const [constraint] = manifest.routes.flatMap(({ constraints }) => constraints)
    expect(constraint).toBeDefined()
    const traced = JSON.parse(JSON.stringify(manifest).replaceAll('"module":"by-name:"', '"module":"src/office.ts"'))
    expect(emitModule(traced).code).toContain(`import { fromOffice as callable0 } from '/src/office.ts'`)
    const options: ModuleOptions = { importCallable: ({ module }) => `~/${module}` }
    expect(emitModule(traced, options).code).toContain(`import { fromOffice as callable0 } from '~/src/office.ts'`)
  })

  it('leaves positions out when told to', () => {
    const { code } = emitModule(
      { ...manifest, routes: [manifest.routes[0]!], resolves: [], directs: [] },
      { positions: false },
    )
    expect(code).not.toContain('config/routes.ts')
  })

  it('leads from a helper to its declaration', () => {
    const { code, map } = emitModule(manifest)
    const trace = new TraceMap(map as never)
    const lines = code.split('\n')
    const { location } = manifest.routes.find(({ name }) => name === 'photo')!
    for (const helper of ['photoPath', 'photoUrl']) {
      const line = lines.findIndex((text) => text.startsWith(`export const ${helper} =`))
      const found = originalPositionFor(trace, { line: line + 1, column: lines[line]!.indexOf(helper) })
      expect(found).toMatchObject({ source: location!.file, line: location!.line, column: location!.column - 1 })
    }
  })

  it('is the same text each time', () => {
    expect(emitModule(compileAlbum()).code).toBe(emitModule(manifest).code)
  })
})

describe('emitted types', () => {
  const { code, map } = emitTypes(manifest)

  it('read well', async () => {
    await expect(code).toMatchFileSnapshot('album.d.ts.txt')
  })

  it('take what the runtime takes, and nothing else', () => {
    const use = `
      import routes, { archivePath, filePath, homepageUrl, newestPath, oldPhotoPath, pathFor, photoPath, photosPath, photoUrl, previewPhotoPath, urlFor } from 'virtual:routes'
      const photo = { toParam: () => 7 }
      export const good: string[] = [
        photoPath(7), photoPath('7'), photoPath(7n), photoPath(photo), photoPath({ id: 7 }), photoPath({ id: photo }, { format: 'json' }),
        photoPath(7, { format: 'json', query: { page: 2, tags: ['a', 'b'], by: { name: null } }, anchor: 'top', trailingSlash: true }),
        photosPath(), photosPath({ query: {} }), photosPath({ format: undefined }), previewPhotoPath(7), oldPhotoPath(1),
        photoUrl(7, { host: 'h.test' }), photoUrl({ id: 7 }, { host: 'h.test', protocol: 'https', port: 8080, subdomain: false }),
        archivePath(), archivePath(2026), archivePath(2026, 11), archivePath('en', 2026, 11), archivePath({ year: 2026 }), archivePath({ anchor: 'x' }),
        filePath('a/b'), filePath(['a', photo]), filePath({ path: ['a', 'b'] }),
        homepageUrl(), newestPath(), newestPath({ page: 2 }), pathFor('Visit'), pathFor(photo, { query: {} }), urlFor('photo', { id: 7, host: 'h.test' }),
        routes.photoPath(7), routes.default.photosPath(),
      ]
      // @ts-expect-error a parameter is missing
      photoPath()
      // @ts-expect-error a parameter is nothing
      photoPath(undefined)
      // @ts-expect-error an unknown option
      photoPath(7, { pgae: 2 })
      // @ts-expect-error an unknown parameter
      photoPath({ slug: 7 })
      // @ts-expect-error a model without toParam()
      photoPath({ id: {} })
      // @ts-expect-error no host
      photoUrl(7)
      // @ts-expect-error no host
      photoUrl(7, { protocol: 'https' })
      // @ts-expect-error a list is for a glob
      photoPath([1, 2])
      // @ts-expect-error there is no format
      filePath('a', { format: 'json' })
      // @ts-expect-error no such helper
      routes.photoPaht(7)
    `
    expect(typeCheck({ 'routes.d.ts': code, 'use.ts': use })).toBe('')
  })

  it('lead from a helper to its declaration', () => {
    const trace = new TraceMap(map as never)
    const lines = code.split('\n')
    for (const { name, location } of manifest.routes) {
      if (name === null) continue
      const helper = `${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Path`
      const line = lines.findIndex((text) => text.startsWith(`${helper}: Path[`))
      const found = originalPositionFor(trace, { line: line + 1, column: lines[line]!.indexOf(helper) })
      expect(found).toMatchObject({ source: 'config/routes.ts', line: location!.line, column: location!.column - 1 })
    }
  })

  it('are checked at a constant cost per helper used', () => {
    const instantiations = (resources: number) => {
      const { manifest: table } = compileRoutes((r: { resources(name: string, options: object): void }) => {
        for (let index = 0; index < resources; index++) r.resources(`widget${index}s`, { only: ['show'] })
      })
      const use = `import routes, { widget0Path } from 'virtual:routes'\nexport const link = widget0Path(7) + routes.widget0Path({ id: 7 })`
      const report = typeCheck({ 'routes.d.ts': emitTypes(table!).code, 'use.ts': use }, '--extendedDiagnostics')
      return [...report.matchAll(/Instantiations:\s+(\d+)/g)].map(([, count]) => Number(count))
    }
    const [few, many] = [instantiations(10), instantiations(1_000)]
    expect(few).toHaveLength(2)
    expect(many).toEqual(few)
  })
})
