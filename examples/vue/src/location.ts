import { ref, readonly } from 'vue'

const path = ref(location.pathname)
addEventListener('popstate', () => (path.value = location.pathname))

/** The path of the page. */
export const currentPath = readonly(path)

/** Goes to another path without loading a page. */
export function visit(to: string): void {
  history.pushState(null, '', to)
  path.value = location.pathname
}
