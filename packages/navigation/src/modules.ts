import type { Connection } from './connection.ts'
import type { Module, PageSource } from './types.ts'

/** The modules that have arrived: those of the page, and the module around all pages. */
export interface Modules {
  readonly component?: Module | undefined
  readonly controller?: Module | undefined
  readonly application?: Module | undefined
  /** The files of `load` and `search`. */
  readonly data?: readonly Module[]
  /** The first failure; the other modules may have arrived. */
  readonly failure?: PromiseRejectedResult | undefined
}

/** Begins to load the files of `load` and `search`. */
export const loadFiles = (source: PageSource | null): readonly Promise<Module>[] =>
  source?.data?.map((load) => load()) ?? []

/** Loads the modules of a page in parallel. It never rejects. */
export async function loadModules(
  { table }: Connection,
  source: PageSource | null,
  files = loadFiles(source),
): Promise<Modules> {
  const modules = [source?.component, source?.controller, table.application].map((load) => load?.())
  const results = await Promise.allSettled([...modules, ...files])
  const [component, controller, application, ...data] = results.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const failure = results.find((result) => result.status === 'rejected')
  return { component, controller, application, data: data.filter((module) => module !== undefined), failure }
}

/** Returns a setting of a page: `title`, `error` and so on. The module around all pages counts only if `isShared` is true (default). */
export type SettingsReader = (name: string, isShared?: boolean) => unknown

/** The file of the page wins over the module of its controller. The module around all pages comes last. */
export function settingsReader(
  { component, data = [], controller, application }: Modules,
  { reserved }: Partial<PageSource>,
): SettingsReader {
  return (name, isShared = true) =>
    [component, ...data, reserved?.includes(name) ? null : controller, isShared ? application : null].find(
      (module) => module?.[name] != null,
    )?.[name]
}

/** Returns the setting of an action from an object of settings by action. Functions, strings and schemas are for all actions. */
export function settingOf({ table }: Connection, setting: unknown, action: string): unknown {
  return typeof setting !== 'object' || setting === null || '~standard' in setting
    ? setting
    : table.pageOf(setting as Module, action)
}
