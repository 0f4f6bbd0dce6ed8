import { describe, expect, it } from 'vitest'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { compileRoutes, type Manifest } from '../src/index.ts'
import { readCorpus } from './conformance/corpus.ts'
import { replay } from './conformance/replay.ts'
import { bundleWithRollup, bundleWithVite } from './bundle.ts'
import { loadModule } from './load-module.ts'

const COPIES = 10

/** The part of GitLab, several times in scopes of their own. Many routes have long requirements. */
function compileCopies(): Manifest {
  const gitlab = readCorpus('applications-3').find(({ id }) => id === 'app:gitlab-part')!
  const { manifest } = compileRoutes(
    (r) => {
      for (let copy = 0; copy < COPIES; copy++) {
        r.scope(`copy${copy}`, { as: `copy${copy}` }, (inner) => replay(inner as never, gitlab.tree))
      }
    },
    { callables: 'by-name', rails: gitlab.rails },
  )
  return manifest!
}

const manifest = compileCopies()
const { code } = emitModule(manifest)

describe('the module of a large table', () => {
  it('has less than 300 bytes for each route', () => {
    expect(code.length / manifest.routes.length).toBeLessThan(300)
  })

  it('contains each long requirement at most three times', () => {
    const sources = manifest.routes.flatMap(({ requirements }) =>
      Object.values(requirements).flatMap((requirement) => {
        return typeof requirement === 'object' && 'source' in requirement ? [requirement.source] : []
      }),
    )
    const distinct = [...new Set(sources)].filter((source) => source.length > 60)
    // Escapes differ between the two places, so the test looks for words.
    const words = [...new Set(distinct.flatMap((source) => source.match(/[\w|-]{20,}/g) ?? []))]
    expect(words.length).toBeGreaterThan(0)
    const count = (text: string, word: string) => text.split(word).length - 1
    for (const word of words) {
      const inRequirements = distinct.reduce((sum, source) => sum + count(source, word), 0)
      // A requirement can be a regular expression and a scanner.
      expect(count(code, word)).toBeLessThanOrEqual(3 * inRequirements)
    }
  })

  it('names the place of a route in the errors of its helpers', () => {
    const { editCopy3NamespaceProjectPath } = loadModule(code)
    const { location } = manifest.routes.find(({ name }) => name === 'edit_copy3_namespace_project')!
    expect(editCopy3NamespaceProjectPath!('group', 'project')).toBe('/copy3/group/project/edit')
    expect(() => editCopy3NamespaceProjectPath!('group', '-')).toThrow(
      `(${location!.file}:${location!.line}:${location!.column})`,
    )
  })

  it.each([
    ['Vite 8', (entry: string) => bundleWithVite(entry, code, true)],
    ['Rollup 4', (entry: string) => bundleWithRollup(entry, code)],
  ])('leaves only the imported helper in a bundle by %s', async (_, bundle) => {
    const text = await bundle(
      `import { editCopy3NamespaceProjectPath } from 'virtual:routes'\nexport const link = editCopy3NamespaceProjectPath('a', 'b')`,
    )
    expect(text.match(/copy\d/g)).toEqual(['copy3'])
    expect(text).not.toContain('controller')
    const { link } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { link: string }
    expect(link).toBe('/copy3/a/b/edit')
  })
})
