// Compiles a route file after each change of its text, and keeps the last good table, as the dev server does.
import { computed, shallowRef, watch, type Ref } from 'vue'
import { startSandbox, type Compile, type CompileResult } from './sandbox.ts'

/** The pause after a key, in milliseconds, before the file is compiled. */
const PAUSE_MS = 120

/** @param request `GET /photos/7`: a method and a path */
export function useCompiler(source: Ref<string>, request: Ref<string>) {
  const result = shallowRef<CompileResult | null>(null)
  const lastGood = shallowRef<CompileResult | null>(null)
  const problems = computed(() => result.value?.problems ?? [])
  /** The lines of the file that have a problem. */
  const marked = computed(() => problems.value.flatMap(({ location }) => location?.line ?? []))

  let compile: Compile | null = null
  let started: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  async function run(): Promise<void> {
    if (compile === null) return
    const [, method = 'GET', path = '/'] = /^\s*(?:([A-Za-z]+)\s+)?(\S*)/.exec(request.value)!
    const compiled = await compile({ source: source.value, method: method.toUpperCase(), path })
    result.value = compiled
    if (compiled.lines !== null) lastGood.value = compiled
  }
  watch([source, request], () => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), PAUSE_MS)
  })
  /** Loads the compiler, once. */
  const start = (): Promise<void> =>
    (started ??= startSandbox().then((loaded) => {
      compile = loaded
      return run()
    }))
  return { start, result, lastGood, problems, marked }
}
