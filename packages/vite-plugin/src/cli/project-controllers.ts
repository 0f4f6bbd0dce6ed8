import path from 'node:path'
import type { ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { normalizePath } from 'vite'
import { ControllerReader } from '../controllers/controller-reader.ts'
import { relativeTo } from '../files/paths.ts'
import type { Project } from '../project/project.ts'

/** Returns the folder of a project's controllers as an absolute path. The folder may not exist. */
export function controllersFolder({ root, folders }: Project): string {
  return folders.controllers ?? normalizePath(path.resolve(root, 'src/controllers'))
}

/** Reads the controllers of a project. Returns them by their names in routes; null if their folder does not exist. */
export function readControllers(project: Project): Promise<ReadonlyMap<string, ControllerFile> | null> {
  const reader = new ControllerReader(project.options.server === null ? 'actions' : 'named actions')
  return reader.read(controllersFolder(project), relativeTo(project.root))
}
