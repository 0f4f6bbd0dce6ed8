/** Lets the arrow keys follow the links to the photos before and after. */
export function arrowKeys(): void {
  const rels: Readonly<Record<string, string>> = { ArrowLeft: 'prev', ArrowRight: 'next' }
  document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
    const isTyping = target instanceof Element && target.closest('input, textarea, dialog') !== null
    if (isTyping || altKey || ctrlKey || metaKey || shiftKey || !Object.hasOwn(rels, key)) return
    document.querySelector<HTMLAnchorElement>(`a[rel="${rels[key]!}"]`)?.click()
  })
}
