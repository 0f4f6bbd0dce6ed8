/**
 * Files of a project: paths as Vite names them, reads that never wait, writes that are never half done, and errors in words.
 * Our own packages use it; it may change with any version.
 */

// Paths.
export { filesIn, isMarkedFile, normalizePath, realPathOf, relativeTo } from './paths.ts'
export { isFile, isFolder, isIrregular } from './file-kind.ts'

// Reads and writes.
export { readTextFile, textFileOrNull } from './read-file.ts'
export { indentOf, parseDocument, readDocument } from './json-file.ts'
export { ForeignFile, readWithUnixLineEnds, writeIfChanged } from './write-file.ts'

// What the files were like, so that a change is noticed.
export { anyChanged, fileStates, missingFiles, stateSince, type FileState, type FileStates } from './file-state.ts'

// Errors.
export { fileErrorReason, FileFailure, isFileError } from './file-failure.ts'
