// Loads the modules of a page, and reads their settings.
import type { Module, PageSource, Table } from './types.ts'

/** The modules that have arrived. */
export interface Modules {
  readonly component?: Module | undefined
  readonly controller?: Module | undefined
  readonly application?: Module | undefined
  /** The modules with the settings of the page: its file, its load files, and the module of its controller. */
  readonly settings: readonly (Module | undefined)[]
  /** The first failure; the other modules may have arrived. */
  readonly failure?: PromiseRejectedResult | undefined
}

/** Begins to load the files of `load` and `search`. */
export const loadFiles = (source: PageSource | null): readonly Promise<Module>[] =>
  source?.data?.map((load) => load()) ?? []

/** Loads the modules of a page, and the module around all pages, in parallel. It never rejects. */
export async function loadModules(
  table: Table,
  source: PageSource | null,
  files = loadFiles(source),
): Promise<Modules> {
  const modules = [source?.component, source?.controller, table.application].map((load) => load?.())
  const results = await Promise.allSettled([...modules, ...files])
  const [component, controller, application, ...data] = results.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const settings = [component, ...data, { ...controller, ...source?.reserved }]
  return {
    component,
    controller,
    application,
    settings,
    failure: results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined,
  }
}

/** Returns the export of the first module that has it. */
export const readExport = (modules: readonly (Module | undefined)[], name: string): unknown =>
  modules.find((module) => module?.[name] != null)?.[name]

/** Returns the setting of an action from an object of settings by action. Functions, strings and schemas are for all actions. */
export const settingOf = ({ pageOf }: Table, setting: unknown, action: string): unknown =>
  typeof setting !== 'object' || setting === null || '~standard' in setting
    ? setting
    : pageOf(setting as Module, action)
