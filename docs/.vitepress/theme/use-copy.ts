import { ref } from 'vue'

/** How long a button says that it has copied, in milliseconds. */
const COPIED_MS = 1500

/** Returns a function that copies a text, and whether it has just done so. */
export function useCopy() {
  const isCopied = ref(false)
  async function copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
    setTimeout(() => (isCopied.value = false), COPIED_MS)
  }
  return { isCopied, copy }
}
