import type { Controller } from '../page.ts'
import * as adminComments from './admin/comments.ts'
import * as adminDashboard from './admin/dashboard.ts'
import * as adminSettings from './admin/settings.ts'
import * as albums from './albums.ts'
import * as comments from './comments.ts'
import * as pages from './pages.ts'
import * as photos from './photos.ts'

const admin = { comments: adminComments, dashboard: adminDashboard, settings: adminSettings }

/** The controllers by the names that routes have them under. */
export const controllers: Readonly<Record<string, Controller>> = {
  'admin/comments': admin.comments,
  'admin/dashboard': admin.dashboard,
  'admin/settings': admin.settings,
  albums,
  comments,
  pages,
  photos,
}
