// Writes the declarations of the routes while a dev server runs.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { normalizePath } from 'vite'
import { compilationFailed, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import { writeTypesIfPossible } from '../types/write-types.ts'

/** The declarations are written late, because writing blocks the server: 10 ms for 1,000 routes. In milliseconds. */
const DELAY_MS = 100

/**
 * The delay in proportion to the duration of the last write. A large table takes longer to write, and pages take longer to load
 * its module, which the server must send before it writes.
 */
const DELAY_PER_WRITE = 3

/** Keeps the declarations on disk current while a dev server runs. */
export class DeclarationsOnDisk {
  readonly #project: Project
  readonly #print: (problems: readonly Problem[]) => void
  #timer: NodeJS.Timeout | undefined
  #manifest: Manifest | null = null
  #isClosed = false
  #lastDuration = 0

  /** @param print receives the problems after each write */
  constructor(project: Project, print: (problems: readonly Problem[]) => void) {
    this.#project = project
    this.#print = print
  }

  /** Writes the declarations of a table after the delay. */
  writeSoon(manifest: Manifest): void {
    if (this.#isClosed) return
    this.#manifest = manifest
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#write(), Math.max(DELAY_MS, DELAY_PER_WRITE * this.#lastDuration))
  }

  /** Writes the declarations of a table at once. */
  write(manifest: Manifest): void {
    this.#manifest = manifest
    this.#write()
  }

  /** Performs a delayed write at once. */
  flush(): void {
    if (this.#timer !== undefined) this.#write()
  }

  /** Writes the declarations again if the file is one of them. Returns true if it is. */
  restore(file: string): boolean {
    const { root, options } = this.#project
    if (options.types === null) return false
    const types = normalizePath(path.resolve(root, options.types))
    if (file !== types && file !== `${types}.map`) return false
    this.#write()
    return true
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#manifest === null) return
    const started = performance.now()
    try {
      this.#print(writeTypesIfPossible(this.#project, this.#manifest))
    } catch (error) {
      this.#print([compilationFailed('Writing the declarations', error)])
    }
    this.#lastDuration = performance.now() - started
  }
}
