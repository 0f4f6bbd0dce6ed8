import type { Plugin } from 'vite'

/** Every plugin in a `plugins` option, which may nest lists, promises and falsy values. */
export async function flatPlugins(plugins: unknown): Promise<ReadonlySet<Plugin>> {
  const flattened = new Set<Plugin>()
  const waiting: unknown[] = [plugins]
  for (const next of waiting) {
    const value: unknown = await next
    if (Array.isArray(value)) waiting.push(...(value as unknown[]))
    else if (typeof value === 'object' && value !== null) flattened.add(value as Plugin)
  }
  return flattened
}
