import type { Connection } from './connection.ts'
import type { Module, PageSource } from './types.ts'

/** The modules that have arrived: those of the page, and the module around all pages. */
export interface Modules {
  readonly component?: Module | undefined
  readonly controller?: Module | undefined
  readonly application?: Module | undefined
  /** The first failure; the other modules may have arrived. */
  readonly failure?: PromiseRejectedResult | undefined
}

/** Loads the modules of a page in parallel. It never rejects. */
export async function loadModules({ table }: Connection, source: PageSource | null): Promise<Modules> {
  const results = await Promise.allSettled(
    [source?.component, source?.controller, table.application].map((load) => load?.()),
  )
  const [component, controller, application] = results.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const failure = results.find((result) => result.status === 'rejected')
  return { component, controller, application, failure }
}

/**
 * Returns the function that reads a setting of a page: `load`, `title` and so on. The file of the page wins over the
 * module of its controller. The module around all pages comes last, and only for settings that pages share.
 */
export function settingsReader({ component, controller, application }: Modules, { reserved }: Partial<PageSource>) {
  return (name: string, isShared = true): unknown =>
    component?.[name] ??
    (reserved?.includes(name) ? undefined : controller?.[name]) ??
    (isShared ? application?.[name] : undefined)
}

/** Returns the setting of an action from an object of settings by action. Functions, strings and schemas are for all actions. */
export function settingOf({ table }: Connection, setting: unknown, action: string): unknown {
  return typeof setting !== 'object' || setting === null || '~standard' in setting
    ? setting
    : table.pageOf(setting as Module, action)
}
