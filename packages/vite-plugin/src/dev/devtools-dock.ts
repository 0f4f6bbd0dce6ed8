import { INSPECTOR } from '../ids.ts'
import { loadInspector, type DevToolsContext } from '../packages.ts'

/** The plugin's part in Vite DevTools: the inspector as a dock. */
export const devtoolsDock = {
  async setup(context: DevToolsContext): Promise<void> {
    const { registerDock } = await loadInspector()
    registerDock(context, INSPECTOR)
  },
}
