import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { compileRoutes, type Location, type Manifest } from '@turnout/compiler'
import { defineRoutes } from '@turnout/compiler/dsl'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { normalizePath } from 'vite'
import { checkTypes, writeIfChanged, writeTypes } from './write-types.ts'

let folder: string

beforeEach(() => {
  folder = normalizePath(mkdtempSync(path.join(tmpdir(), 'turnout types é ')))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('writeIfChanged', () => {
  test('writes a file, in a new folder too, and leaves nothing else behind', () => {
    const file = path.join(folder, 'types/routes.d.ts')
    expect(writeIfChanged(file, 'one')).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('one')
    expect(readdirSync(path.dirname(file))).toEqual(['routes.d.ts'])
  })

  test('does not touch a file that has the content', () => {
    const file = path.join(folder, 'routes.d.ts')
    writeIfChanged(file, 'one\ntwo\n')
    const before = statSync(file)
    expect(writeIfChanged(file, 'one\ntwo\n')).toBe(false)
    expect(statSync(file).ino).toBe(before.ino)
    writeFileSync(file, 'one\r\ntwo\r\n')
    expect(writeIfChanged(file, 'one\ntwo\n')).toBe(false)
    expect(writeIfChanged(file, 'two')).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('two')
  })

  test('removes what a killed process left behind, and nothing else', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const pid of [dead, process.ppid]) writeFileSync(path.join(folder, `routes.d.ts.${pid}.tmp`), 'half')
    writeFileSync(path.join(folder, `other.d.ts.${dead}.tmp`), 'half')
    writeIfChanged(path.join(folder, 'routes.d.ts'), 'one')
    expect(readdirSync(folder).sort()).toEqual(
      [`other.d.ts.${dead}.tmp`, 'routes.d.ts', `routes.d.ts.${process.ppid}.tmp`].sort(),
    )
  })
})

/** The table of two route files, as a project would have it. */
function manifestWith(name: string): Manifest {
  const at = (file: string, line: number): Location => ({ file, line, column: 5 })
  const { manifest } = compileRoutes(defineRoutes((r) => r.resources(name, { only: ['index', 'show'] })))
  const [index, show] = manifest!.routes
  return {
    ...manifest!,
    routes: [
      { ...index!, location: at('config/routes.ts', 4) },
      { ...show!, location: at('config/routes/api é.ts', 9) },
    ],
  }
}

describe('the declarations', () => {
  const project = (types?: string | false) => ({
    root: folder,
    options: resolveOptions(types === undefined ? {} : { types }),
  })

  test('lie beside a map that leads from each helper to its line', () => {
    const { written } = writeTypes(project('src/types/routes.d.ts'), manifestWith('photos'))
    expect(written.map((file) => path.relative(folder, file)).sort()).toEqual([
      'src/types/routes.d.ts',
      'src/types/routes.d.ts.map',
    ])
    const code = readFileSync(path.join(folder, 'src/types/routes.d.ts'), 'utf8')
    expect(code.trimEnd().split('\n').at(-1)).toBe('//# sourceMappingURL=routes.d.ts.map')
    const text = readFileSync(path.join(folder, 'src/types/routes.d.ts.map'), 'utf8')
    expect(text).not.toContain(folder)
    const map = new TraceMap(text)
    expect(map.sources).toEqual(['../../config/routes.ts', '../../config/routes/api é.ts'])
    const lines = code.split('\n')
    const placeOf = (helper: string) => {
      const line = lines.findIndex((each) => each.includes(`function ${helper}(`))
      return originalPositionFor(map, { line: line + 1, column: lines[line]!.indexOf(helper) })
    }
    expect(placeOf('photosPath')).toMatchObject({ source: '../../config/routes.ts', line: 4, column: 4 })
    expect(placeOf('photoUrl')).toMatchObject({ source: '../../config/routes/api é.ts', line: 9, column: 4 })
  })

  test('are written when they are another, and checked without being written', () => {
    const [file, map] = ['virtual-routes.d.ts', 'virtual-routes.d.ts.map'].map((name) => path.resolve(folder, name))
    const photos = manifestWith('photos')
    expect(checkTypes(project(), photos)).toEqual([
      { file: map, problem: 'missing' },
      { file, problem: 'missing' },
    ])
    expect(readdirSync(folder)).toEqual([])
    expect(writeTypes(project(), photos).written).toEqual([map, file])
    expect(checkTypes(project(), photos)).toEqual([])
    expect(writeTypes(project(), photos).written).toEqual([])
    expect(checkTypes(project(), manifestWith('videos'))).toContainEqual({ file, problem: 'outdated' })
    rmSync(map!)
    expect(checkTypes(project(), photos)).toEqual([{ file: map, problem: 'missing' }])
    expect(writeTypes(project(), photos).written).toEqual([map])
  })

  test('are not written where the option is false', () => {
    expect(writeTypes(project(false), manifestWith('photos')).written).toEqual([])
    expect(checkTypes(project(false), manifestWith('photos'))).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})
