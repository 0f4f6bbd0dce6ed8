/** Returns the built files of an application of this folder, by their paths. */
export function buildApplication(name: string): Promise<Map<string, string | Uint8Array>>

export function serveApplication(
  files: Map<string, string | Uint8Array>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }>
