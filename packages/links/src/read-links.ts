// Finds the links in a file by its kind, with the parsers of the project.
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import type { Node } from './evaluate.ts'
import type { FoundLinks } from './find-in-program.ts'
import type { FinderSettings } from './settings.ts'
import { findInAstro } from './sources/astro.ts'
import { findInHtml } from './sources/html.ts'
import { findInMarkdown } from './sources/markdown.ts'
import { findInScript } from './sources/script.ts'
import { MissingPackage, type FindLinks, type LoadPackage, type ParseScript } from './sources/source-file.ts'
import { findInSvelte } from './sources/svelte.ts'
import { findInVue } from './sources/vue.ts'

const FINDERS: Readonly<Record<string, FindLinks>> = {
  '.astro': findInAstro,
  '.html': findInHtml,
  '.md': findInMarkdown,
  '.svelte': findInSvelte,
  '.vue': findInVue,
}

const SCRIPT = /(?<!\.d)\.[cm]?[jt]sx?$/

/** True for the name of a file that may contain links. */
export function isReadable(file: string): boolean {
  return SCRIPT.test(file) || path.extname(file) in FINDERS
}

/** The parser of Vite 8, or Oxc's own. */
type Parser = Pick<typeof import('vite'), 'parseSync'>

/** Finds links with the packages of a project. */
export class LinkReader {
  readonly #settings: FinderSettings
  readonly #resolve: NodeJS.RequireResolve
  readonly #packages = new Map<string, Promise<unknown>>()

  constructor(root: string, settings: FinderSettings) {
    this.#settings = settings
    this.#resolve = createRequire(path.join(root, 'package.json')).resolve
  }

  /**
   * Finds the links of a file.
   *
   * @throws MissingPackage if the project has no compiler for the file
   * @throws Error if the file has a mistake in its syntax
   */
  read(file: string, source: string): Promise<FoundLinks> {
    const find = FINDERS[path.extname(file)] ?? findInScript
    const { parseScript, loadPackage } = this
    return find(source, { parseScript, loadPackage, settings: this.#settings }, file)
  }

  readonly loadPackage: LoadPackage = <T>(name: string, packageName = name) =>
    getOrCreate(this.#packages, name, () => this.#import(name, packageName)) as Promise<T>

  async #import(name: string, packageName: string): Promise<unknown> {
    let file: string
    try {
      file = this.#resolve(name)
    } catch {
      throw new MissingPackage(packageName)
    }
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: object }
    // A resolver for `require` may find a CommonJS module, whose exports Node recognises only in part.
    return { ...module.default, ...module }
  }

  readonly parseScript: ParseScript = async (source, lang) => {
    // Vite 7 has no parser for TypeScript.
    const vite = await this.loadPackage<Partial<Parser>>('vite').catch(() => null)
    const parser = vite?.parseSync === undefined ? await this.loadPackage<Parser>('oxc-parser') : (vite as Parser)
    const { program, errors } = parser.parseSync(`module.${lang}`, source, { lang: lang as 'ts' })
    // Other mistakes leave a complete tree: the frontmatter of Astro may return, and names may be declared twice.
    if (errors.length > 0 && program.body.length === 0) throw new SyntaxError(errors[0]!.message)
    return program as unknown as Node
  }
}
