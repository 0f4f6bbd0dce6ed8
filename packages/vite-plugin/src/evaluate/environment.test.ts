import { resolveConfig } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { makeEnvironment } from './environment.ts'

describe('the environment', () => {
  test('has the hooks of plugins that resolve and transform, and no others', async () => {
    const root = makeFolder({})
    const config = await resolveConfig({ root, configFile: false, logLevel: 'silent' }, 'serve')
    const hooks = { resolveId: () => null, load: () => null, transform: () => null, applyToEnvironment: () => true }
    const environment = await makeEnvironment(config, [
      { name: 'complete', enforce: 'pre', ...hooks, configureServer: () => {}, config: () => ({ base: '/x/' }) },
      { name: 'bare' },
    ])
    onTestFinished(() => environment.close())
    const named = (name: string) => environment.plugins.find((plugin) => plugin.name === name)
    expect(named('complete')).toEqual({ name: 'complete', enforce: 'pre', ...hooks })
    expect(named('bare')).toEqual({ name: 'bare' })
    const { name, config: own } = environment
    expect([name, own.base, own.publicDir, own.appType, own.configFile]).toEqual([
      'turnout',
      '/',
      '',
      'custom',
      undefined,
    ])
    // Vite searches for no configuration of PostCSS.
    expect(environment.getTopLevelConfig().css.postcss).toEqual({})
    expect(own).toMatchObject({
      consumer: 'server',
      optimizeDeps: { noDiscovery: true, include: [] },
      dev: { moduleRunnerTransform: true, preTransformRequests: false },
    })
  })
})
