import path from 'node:path'
import { textFileOrNull } from '../../src/files/read-file.ts'
import type { PageHost } from '../../src/dev-pages/page-host.ts'

/** Returns a dev server with a root. Its pages may show every file in the root except `.env`. */
export function fakeHost(root: string, more: Partial<PageHost> = {}): PageHost {
  const { base = '/' } = more
  const mayShow = (file: string) => {
    const absolutePath = path.resolve(root, file)
    return absolutePath.startsWith(path.join(root, '/')) && path.basename(absolutePath) !== '.env'
  }
  return {
    root,
    base,
    inspector: `${base}__turnout/`,
    scriptNonce: null,
    sources: { mayShow, read: (file) => (mayShow(file) ? textFileOrNull(path.resolve(root, file)) : null) },
    ...more,
  }
}
