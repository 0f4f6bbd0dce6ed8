// The data that the plugin passes to the pages.
import type { Manifest } from '@turnout/compiler/internal/manifest/manifest'

/** The dev server, as its pages see it. Its addresses come from the configuration of Vite, never from a request. */
export interface PageHost {
  /** The root of the project, with forward slashes. Pages show paths relative to it. */
  readonly root: string
  /** Vite's base. It begins and ends with a slash. */
  readonly base: string
  /** The address of the inspector's page. It ends with a slash. */
  readonly inspector: string
  /** The nonce of scripts in the pages of the application; null if they have none. */
  readonly scriptNonce: string | null
  /** Decides which lines of files a page may show, and reads them. Files are relative to the root, or absolute. */
  readonly sources: {
    readonly mayShow: (file: string) => boolean
    /** Returns the content of a file; null if a page may not show it, or if it cannot be read. */
    readonly read: (file: string) => string | null
  }
}

/** The state of the dev server at the start of a request. */
export interface PageContext {
  readonly host: PageHost
  /** The current table; null if the route files contain errors. */
  readonly manifest: Manifest | null
  /** The number of problems in the route files. */
  readonly problems: number
  /** The prefix of all route paths. */
  readonly base: string | undefined
  readonly hasInspector: boolean
  /** The number of changes of the code before the request. */
  readonly version: number
}
