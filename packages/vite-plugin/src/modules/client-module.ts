import { SERVER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import { SERVER_CLIENT } from './runtime-modules.ts'

/**
 * Returns the source of `virtual:routes/client`: `createSend`, and `send`, which has no settings.
 *
 * On a server that serves its routes, requests go to `dispatch` in the same process. The first request imports
 * `dispatch`, because controllers may import this module.
 */
export function clientModule(consumer: Consumer, servesRoutes: boolean): string {
  const isInProcess = consumer === 'server' && servesRoutes
  return [
    `import { createSend${isInProcess ? ' as createSendWith' : ''} } from '${SERVER_CLIENT}'`,
    isInProcess ? IN_PROCESS : 'export { createSend }',
    'export const send = /* @__PURE__ */ createSend()',
    '',
  ].join('\n')
}

const IN_PROCESS = `export const createSend = ({ context, origin, forward, ...settings } = {}) =>
  createSendWith({
    fetch: async (url, init) => {
      const { dispatch, sendInProcess } = await import('${SERVER}')
      return sendInProcess(dispatch, url, init, { context, origin, forward })
    },
    ...settings,
  })`
