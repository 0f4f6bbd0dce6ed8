// Loads the modules of a page, and reads their settings.
import type { Module, PageSource, Table } from './types.ts'

/** The modules of a page that have loaded. */
export interface Modules {
  readonly component?: Module | undefined
  readonly controller?: Module | undefined
  readonly application?: Module | undefined
  /** The modules with the settings of the page: its file, its load files, and the module of its controller. */
  readonly settings: readonly (Module | undefined)[]
  /** The first failure; the other modules may have arrived. */
  readonly failure?: { readonly reason: unknown } | undefined
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
  let failure: Modules['failure']
  const keepFailure = (reason: unknown) => void (failure ??= { reason })
  const modules = [source?.component, source?.controller, table.application].map((load) => load?.())
  const [component, controller, application, ...data] = await Promise.all(
    [...modules, ...files].map((module) => module?.catch(keepFailure)),
  )
  return {
    component,
    controller,
    application,
    settings: [component, ...data, { ...controller, ...source?.reserved }],
    failure,
  }
}

/** Returns the export of the first module that has it. */
export const readExport = (modules: readonly (Module | undefined)[], name: string): unknown =>
  modules.find((module) => module?.[name] != null)?.[name]

/** Returns the setting of an action: `{ show: 'Photo', edit: 'Edit' }` -> `'Photo'`. Functions, strings and schemas apply to all actions. */
export const settingOf = ({ pageOf }: Table, setting: unknown, action: string): unknown =>
  typeof setting !== 'object' || setting === null || '~standard' in setting
    ? setting
    : pageOf(setting as Module, action)
