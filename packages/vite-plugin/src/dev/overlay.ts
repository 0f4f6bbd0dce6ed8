// Shows errors of the route files in Vite's overlay.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import { ERRORS_FIXED_EVENT } from '../modules/live-module.ts'
import type { Problem } from '../problems/problem.ts'
import { errorsOf, reportedError, type ReportedProject } from '../problems/report.ts'

/** Vite's error overlay, as far as it shows errors of the route files. */
export class Overlay {
  readonly #server: ViteDevServer
  readonly #project: ReportedProject
  /** The errors in the overlay; null if it shows no error of the route files. */
  #errors: readonly Problem[] | null = null

  constructor(server: ViteDevServer, project: ReportedProject) {
    this.#server = server
    this.#project = project
    // A page that is opened or reloaded while there is an error has missed it.
    server.ws.on('connection', () => {
      if (this.#errors !== null) this.#send(this.#errors)
    })
  }

  /** Shows the errors among the problems, unless the overlay shows them already. */
  show(problems: readonly Problem[]): void {
    const errors = errorsOf(problems)
    if (this.#errors !== null && JSON.stringify(errors) === JSON.stringify(this.#errors)) return
    this.#errors = errors
    this.#send(errors)
  }

  /** Must be called before a reload, which removes the overlay. */
  forget(): void {
    this.#errors = null
  }

  /** Hides the overlay. An update would remove it too, but with an overlay Vite reloads at the first update. */
  hide(): void {
    if (this.#errors === null) return
    this.#errors = null
    const { hot } = this.#server.environments.client
    hot.send(ERRORS_FIXED_EVENT)
    // For a page that does not import the routes.
    hot.send({ type: 'update', updates: [] })
  }

  /** Returns a line with the page that explains an error. The overlay makes links of absolute paths with a line and a column. */
  #linesWithExplanation(code: string): string[] {
    const file = path.resolve(this.#project.pageOf(code))
    return existsSync(file) ? [`    see ${normalizePath(file)}:1:1`] : []
  }

  #send(errors: readonly Problem[]): void {
    const { message, stack, id, frame, plugin, pluginCode, loc } = reportedError(errors, this.#project, 'overlay')
    // Only the frames: the overlay shows the message itself.
    const frames = (stack ?? '').split('\n').filter((line) => /^\s*at /.test(line))
    const stackText = [...frames, ...this.#linesWithExplanation(pluginCode)].join('\n')
    this.#server.environments.client.hot.send({
      type: 'error',
      err: {
        message,
        stack: stackText,
        plugin,
        pluginCode,
        ...(id !== undefined && { id }),
        ...(frame !== undefined && { frame }),
        ...(loc !== undefined && { loc }),
      },
    })
  }
}
