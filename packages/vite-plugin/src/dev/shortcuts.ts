import type { CLIShortcut, ResolvedConfig, ViteDevServer } from 'vite'
import { INSPECTOR, PLUGIN_NAME } from '../ids.ts'
import { logTo } from '../problems/log.ts'
import type { Project } from '../project/project.ts'
import { logTable } from './terminal.ts'

/**
 * Adds shortcuts to those that `vite` binds to keys, and lists with `h`: `t` prints the route table, `i` opens the inspector.
 * A shortcut of the project for the same key overrides these.
 */
export function addShortcuts(server: ViteDevServer, hasInspector: boolean): void {
  const { bindCLIShortcuts } = server
  const table: CLIShortcut<ViteDevServer> = {
    key: 't',
    description: 'print the route table',
    async action({ config }) {
      const manifest = (await projectOf(config)?.outcome())?.manifest ?? null
      if (manifest === null) logTo(config.logger, 'warn', 'The route files contain errors, so there is no table.')
      else logTable(config.logger, manifest)
    },
  }
  const inspector: CLIShortcut<ViteDevServer> = {
    key: 'i',
    description: 'open the inspector of the routes',
    action: openInspector,
  }
  const shortcuts = hasInspector ? [table, inspector] : [table]
  server.bindCLIShortcuts = (options) => {
    const ownShortcuts = options?.customShortcuts ?? []
    const free = shortcuts.filter(({ key }) => !ownShortcuts.some((shortcut) => shortcut.key === key))
    bindCLIShortcuts.call(server, { ...options, customShortcuts: [...ownShortcuts, ...free] })
  }
}

/** Vite opens only the address in `server.open`, and reads it during the call. */
function openInspector(server: ViteDevServer): void {
  const settings = server.config.server as { open?: string | boolean | undefined }
  const { open } = settings
  try {
    settings.open = `${server.config.base}${INSPECTOR}/`
    server.openBrowser()
  } finally {
    settings.open = open
  }
}

/**
 * Returns the project of a configuration; null if the configuration does not contain the plugin. After a restart Vite keeps the
 * shortcuts of the old server, so they must not keep the old project.
 */
function projectOf({ plugins }: ResolvedConfig): Project | null {
  const plugin = plugins.find(({ name }) => name === PLUGIN_NAME)
  return (plugin?.api as { readonly project: () => Project } | undefined)?.project() ?? null
}
