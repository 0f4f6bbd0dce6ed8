import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog, type DiagnosticCode } from '../../src/index.ts'
import { compileExample, compileFixed } from './compile-example.ts'
import { examples, type Example } from './examples.ts'
import { diagnosticPages } from './page.ts'

const codes = Object.keys(catalog) as DiagnosticCode[]
const run = codes.filter((code) => examples[code].words === undefined)

describe('the example of each diagnostic', () => {
  it.each(run)('raises %s at its place, and its fix does not', (code) => {
    const example: Example = examples[code]
    const raised = compileExample(example)
    const found = raised.diagnostics.find((each) => each.code === code)
    expect(found, JSON.stringify(raised.diagnostics)).toBeDefined()
    expect(found!.severity).toBe(catalog[code].severity)
    // Neither an option nor a module's default export has a place in a block.
    if (['invalid-base', 'invalid-severity', 'invalid-client-routes', 'idle-client-pattern'].includes(code))
      expect(found!.location).toBeNull()
    else expect(found!.location?.file).toMatch(/^routes/)
    expect(raised.manifest === null).toBe(raised.diagnostics.some(({ severity }) => severity === 'error'))
    if (example.mended === undefined) return
    const { manifest, diagnostics } = compileFixed(example)
    expect(diagnostics.filter((each) => each.code === code || each.severity === 'error')).toEqual([])
    expect(manifest).not.toBeNull()
  })

  it('is left to words only where a test shows it', () => {
    for (const code of codes) {
      const { words, shownBy }: Example = examples[code]
      if (words === undefined) continue
      const file = shownBy!.replace(/^vite-plugin: /, '../../../vite-plugin/test/')
      const candidates = [file, `../${file}`, `../../src/${file}`].map((each) => new URL(each, import.meta.url))
      const text = readFileSync(
        candidates.find((each) => existsSync(each))!,
        'utf8',
      )
      expect(text, `${code} in ${shownBy}`).toContain(code)
    }
  })
})

describe('the pages of diagnostics', () => {
  const docs = new URL('../../../../docs/', import.meta.url)

  it('are current', () => {
    const written = [...diagnosticPages().keys()].map(
      (file) => [file, readFileSync(new URL(file, docs), 'utf8')] as const,
    )
    // `node scripts/write-diagnostics.mjs` writes them.
    expect(new Map(written)).toEqual(diagnosticPages())
  })

  it('are one for each code', () => {
    const files = readdirSync(new URL('diagnostics', docs))
    expect(files.sort()).toEqual(codes.map((code) => `${code}.md`).sort())
  })
})
