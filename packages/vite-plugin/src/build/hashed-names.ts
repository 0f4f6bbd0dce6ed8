// Recognises files with a hash in their names, which browsers may keep for ever: `assets/index-DiwrgTda.js`.
import type { ResolvedConfig } from 'vite'

/** A file of a bundle: a chunk, or an asset. */
export interface BundleFile {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly isEntry?: boolean
}

/** Vite's default for the names of built files. */
const DEFAULT_NAME = 'assets/[name]-[hash][extname]'

/** Rollup and Rolldown write this many characters of a hash, unless the option specifies another number. */
const HASH_LENGTH = 8

type NameTest = (name: string) => boolean

/**
 * Returns a test for files with a hash in their names: the option that names the file contains `[hash]`, and the name has
 * a string like a hash at this position. Plugins may choose any name for a file, so lower-case words do not count as a
 * hash.
 *
 *     assets/[name]-[hash].js   assets/index-DiwrgTda.js -> true   assets/index-settings.js -> false
 */
export function isHashedTest(build: ResolvedConfig['build']): (file: BundleFile) => boolean {
  const outputs = outputOptions(build)
  const testsOf = (option: string) => outputs.map((output) => testOfOption(output[option] ?? DEFAULT_NAME))
  const entryTests = testsOf('entryFileNames')
  const chunkTests = testsOf('chunkFileNames')
  const assetTests = testsOf('assetFileNames')
  return ({ type, fileName, isEntry = false }) => {
    // A source map is an asset, and has the name of its chunk.
    if (fileName.endsWith('.map')) {
      const chunkName = fileName.slice(0, -'.map'.length)
      return [...entryTests, ...chunkTests].some((test) => test(chunkName))
    }
    const tests = type === 'asset' ? assetTests : isEntry ? entryTests : chunkTests
    return tests.some((test) => test(fileName))
  }
}

/** Returns the options of each output of the bundler: Rolldown in Vite 8, Rollup in Vite 7. */
function outputOptions(build: ResolvedConfig['build']): readonly Record<string, unknown>[] {
  const { rolldownOptions, rollupOptions } = build as Partial<Record<'rolldownOptions' | 'rollupOptions', object>>
  const outputs = [rolldownOptions, rollupOptions].map(
    (bundler) => (bundler as { output?: unknown } | undefined)?.output,
  )
  return [outputs.find((output) => output !== undefined) ?? {}].flat() as Record<string, unknown>[]
}

/**
 * Returns the test for one option, such as `assets/[name]-[hash].js`. For a function, and for an option without a hash,
 * the test is always false.
 */
function testOfOption(option: unknown): NameTest {
  if (typeof option !== 'string') return () => false
  const [start, end] = option.split(/\[hash(?::\d+)?\]/)
  if (start === undefined || end === undefined) return () => false
  const length = /\[hash:(\d+)\]/.exec(option)?.[1] ?? HASH_LENGTH
  // A bundler appends a number to a name that it has used before.
  const pattern = new RegExp(`^${patternOf(start)}([\\w-]{${length}})\\d*${patternOf(end)}$`)
  return (name) => /[\d_\p{Lu}]/u.test(pattern.exec(name)?.[1] ?? '')
}

/** Returns the regular expression of one part of such an option. Placeholders match any string: `a/[name]-` -> `a/.*-`. */
function patternOf(part: string): string {
  return part
    .split(/\[\w+(?::\d+)?\]/)
    .map((literalPart) => literalPart.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('.*')
}
