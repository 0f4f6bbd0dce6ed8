// Strings that outlast the page. Pages in a sandbox, and files in some browsers, have no storage: then nothing is stored.

/** Returns the stored string; null if there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a string for all pages of the origin. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The next page starts with the default.
  }
}
