// Reads the exports of controllers and pages without running them.
import { statSync } from 'node:fs'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { ControllerAction, ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { readTextFile } from '../files/read-file.ts'
import { exportsOf, type ExportKind } from './exports.ts'
import { isComponentFile, modulesIn, pagesIn } from './names.ts'
import { parseModule } from './parse-module.ts'

/**
 * Reads the exports of a project's controllers without running them. The exports of a file are cached until it changes.
 */
export class ControllerReader {
  readonly #known = new Map<string, { readonly stamp: string; readonly actions: ControllerFile['actions'] }>()
  readonly #kind: ExportKind

  /** @param kind `named actions` if `dispatch` calls the controllers, because it calls named exports only */
  constructor(kind: ExportKind = 'actions') {
    this.#kind = kind
  }

  /**
   * Returns the controllers in a folder and its subfolders, by their names in routes. Files and folders with names that
   * begin with `_` or a dot are skipped, and so are tests, declarations, and an `index` in the folder itself.
   *
   * @param relative makes a path relative to the project root
   * @returns null if there is no such folder
   */
  async read(folder: string, relative: (file: string) => string): Promise<ReadonlyMap<string, ControllerFile> | null> {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return null
    const controllers = new Map<string, ControllerFile>()
    const modules = this.#kind === 'pages' ? pagesIn(folder) : modulesIn(folder)
    for (const [name, [file, ...duplicates]] of modules) {
      const actions = isComponentFile(file) ? [] : await this.#actions(file)
      controllers.set(name, {
        file: relative(file),
        actions,
        ...(duplicates.length > 0 && { duplicates: duplicates.map(relative) }),
      })
    }
    return controllers
  }

  async #actions(file: string): Promise<ControllerFile['actions']> {
    try {
      const { mtimeMs, size } = statSync(file)
      const stamp = `${mtimeMs} ${size}`
      let cached = this.#known.get(file)
      if (cached?.stamp !== stamp) {
        cached = { stamp, actions: await readActions(file, this.#kind) }
        this.#known.set(file, cached)
      }
      return cached.actions
    } catch {
      // The file has disappeared, or does not parse. Vite reports a syntax error when it serves the file.
      return null
    }
  }
}

async function readActions(file: string, kind: ExportKind): Promise<ControllerFile['actions']> {
  const { program, code, map } = await parseModule(readTextFile(file), file)
  const exports = exportsOf(program, kind)
  if (exports === null) return null
  const starts = [0]
  for (const match of code.matchAll(/\n/g)) starts.push(match.index + 1)
  const trace = map == null ? null : new TraceMap(map as ConstructorParameters<typeof TraceMap>[0])
  return exports.map(({ name, offset }): ControllerAction => {
    const line = starts.findLastIndex((start) => start <= offset) + 1
    const column = offset - starts[line - 1]!
    if (trace === null) return { name, line, column: column + 1 }
    const original = originalPositionFor(trace, { line, column })
    return { name, line: original.line, column: original.column === null ? null : original.column + 1 }
  })
}
