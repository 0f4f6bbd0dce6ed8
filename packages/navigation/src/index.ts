// The functions behind `virtual:routes/navigation`. They depend on no framework.
export { beforeLeave, type LeaveGuard } from './leave.ts'
export { navigate, setSearch, type SearchChanges } from './navigate.ts'
export { openWith, type OpenedDocument, type OpenOptions } from './open.ts'
export { prefetch, prefetchLinks, type PrefetchOptions } from './prefetch.ts'
export { SearchError } from './search.ts'
export { current, subscribe } from './snapshot.ts'
export { reportErrors } from './dev-errors.ts'
export { refresh, reload, startWith } from './start.ts'
export { viewTransition } from './view-transition.ts'
export { messageElement } from './view.ts'
export { showError } from './visit.ts'
export type {
  LoadArguments,
  Module,
  NavigateOptions,
  OtherPage,
  PageTypes,
  PageSource,
  Pending,
  ReadyPage,
  RouteMatch,
  Snapshot,
  StartOptions,
  Table,
  Target,
} from './types.ts'
