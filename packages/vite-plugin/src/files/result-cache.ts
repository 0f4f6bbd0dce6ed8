// Results of earlier builds and dev servers, in the cache folder of Vite.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { textFileOrNull } from './read-file.ts'
import { writeIfChanged } from './write-file.ts'

/**
 * The digest of the bundled plugin, which the bundler of the plugin inserts. Absent in sources: their results are not kept,
 * because an edit of the compiler would not change the keys.
 */
const BUNDLE = (import.meta as { readonly turnoutBundle?: string }).turnoutBundle ?? null

/**
 * Keeps the last result of each kind, as JSON, with the key of its inputs. A result is only returned for an equal key, by the
 * same plugin on the same version of Node, so deleting the folder is always safe. A damaged file counts as absent.
 */
export class ResultCache {
  readonly #folder: string
  readonly #bundle: string | null

  /** @param cacheDir the cache folder of Vite */
  constructor(cacheDir: string, bundle = BUNDLE) {
    this.#folder = path.join(cacheDir, 'turnout')
    this.#bundle = bundle
  }

  /** Returns the result with this key; null if there is none. */
  read(kind: string, key: string): unknown {
    const [digest, ...lines] = textFileOrNull(this.#fileOf(kind))?.split('\n') ?? []
    const [storedKey, json] = lines
    if (this.#bundle === null || json === undefined || storedKey !== this.#lineOf(key)) return null
    return digest === digestOf(...lines) ? JSON.parse(json) : null
  }

  /** Replaces the result of a kind. A folder that cannot be written keeps nothing. */
  write(kind: string, key: string, result: unknown): void {
    if (this.#bundle === null) return
    const lines = [this.#lineOf(key), JSON.stringify(result)]
    try {
      writeIfChanged(this.#fileOf(kind), [digestOf(...lines), ...lines].join('\n'))
    } catch {
      // The next process computes the result again.
    }
  }

  #fileOf(kind: string): string {
    return path.join(this.#folder, `${kind}.txt`)
  }

  #lineOf(key: string): string {
    return digestOf(this.#bundle!, process.version, key)
  }
}

/** Returns a digest of strings, and of the places between them. */
export function digestOf(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64url')
}
