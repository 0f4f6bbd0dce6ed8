/** Finds addresses in the code of an application, and compares them with the route table. */
export {
  applyFixes,
  LinkChecker,
  type FileReport,
  type Finding,
  type LinkProject,
  type ProjectReport,
} from './checker.ts'
export { describeEdits } from './describe-edits.ts'
export type { LinkOptions } from './settings.ts'
export type { SkippedFile } from './project-files.ts'
