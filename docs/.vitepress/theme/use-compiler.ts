// Compiles a route file after each change of its text, and keeps the last good table, as the dev server does.
import { computed, onBeforeUnmount, ref, shallowRef, watch, type Ref } from 'vue'
import { failure, startSandbox, type CompileResult, type Sandbox } from './sandbox.ts'

/** The pause after a key, in milliseconds, before the file is compiled. */
const PAUSE_MS = 120

/** @param request `GET /photos/7`: a method and a path to match; null to match none */
export function useCompiler(source: Ref<string>, request: Ref<string | null> = ref(null)) {
  const result = shallowRef<CompileResult | null>(null)
  const lastGood = shallowRef<CompileResult | null>(null)
  const problems = computed(() => result.value?.problems ?? [])
  /** The lines of the file that have a problem. */
  const marked = computed(() => problems.value.flatMap(({ location }) => location?.line ?? []))

  let sandbox: Sandbox | null = null
  let started: Promise<void> | null = null
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function run(): Promise<void> {
    if (sandbox === null) return
    const compiled = await sandbox.compile({ source: source.value, request: request.value })
    result.value = compiled
    if (compiled.lines !== null) lastGood.value = compiled
  }
  watch([source, request], () => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), PAUSE_MS)
  })
  /** Loads the compiler, once. */
  const start = (): Promise<void> => (started ??= load())
  async function load(): Promise<void> {
    try {
      sandbox = await startSandbox()
    } catch {
      result.value = failure(0, 'The compiler could not be loaded. Reload the page to try again.')
      return
    }
    if (isClosed) sandbox.close()
    else await run()
  }
  onBeforeUnmount(() => {
    isClosed = true
    clearTimeout(timer)
    sandbox?.close()
  })
  return { start, result, lastGood, problems, marked }
}
