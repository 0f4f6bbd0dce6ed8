/**
 * The page that shows the routes of an application: on a dev server, or as one file. The page itself is in
 * `page/`, and is built with this package.
 */
export { makeInspector, type Inspector, type InspectorHost } from './middleware.ts'
export { isOwnPage, onePage } from './one-file.ts'
export {
  pageData,
  type BarData,
  type PageController,
  type PageData,
  type PageRequest,
  type PageSource,
} from './page-data.ts'
