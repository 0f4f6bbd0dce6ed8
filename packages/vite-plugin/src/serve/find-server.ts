import {
  isFetchableDevEnvironment,
  isRunnableDevEnvironment,
  type DevEnvironment,
  type FetchableDevEnvironment,
  type RunnableDevEnvironment,
} from 'vite'

/** The environment that handles requests: either by its own `dispatchFetch`, or with modules that run in this process. */
export type ServerEnvironment =
  | { readonly kind: 'fetchable'; readonly environment: FetchableDevEnvironment }
  | { readonly kind: 'runnable'; readonly environment: RunnableDevEnvironment }

/**
 * Finds the environment that handles requests.
 *
 * @returns null if another plugin has an environment that only this plugin can access, such as workerd: then that plugin
 *   handles the requests too
 */
export function findServer(environments: Readonly<Record<string, DevEnvironment>>): ServerEnvironment | null {
  const servers = Object.values(environments).filter(({ config }) => config.consumer === 'server')
  for (const environment of servers) {
    if (isFetchableDevEnvironment(environment)) return { kind: 'fetchable', environment }
  }
  if (!servers.every((environment) => isRunnableDevEnvironment(environment))) return null
  const { ssr } = environments
  return ssr && isRunnableDevEnvironment(ssr) ? { kind: 'runnable', environment: ssr } : null
}
