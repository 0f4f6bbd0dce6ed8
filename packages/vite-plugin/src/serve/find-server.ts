import {
  isFetchableDevEnvironment,
  isRunnableDevEnvironment,
  type DevEnvironment,
  type FetchableDevEnvironment,
  type RunnableDevEnvironment,
} from 'vite'

/** The environment that answers requests: one that takes them itself, or one whose modules run in this process. */
export type ServerEnvironment =
  | { readonly kind: 'fetchable'; readonly environment: FetchableDevEnvironment }
  | { readonly kind: 'runnable'; readonly environment: RunnableDevEnvironment }

/**
 * Finds the environment that requests are given to.
 *
 * @returns null where another plugin has an environment of a kind that only it can reach, such as workerd: that plugin
 *   answers requests as well
 */
export function findServer(environments: Readonly<Record<string, DevEnvironment>>): ServerEnvironment | null {
  const servers = Object.values(environments).filter(({ config }) => config.consumer === 'server')
  for (const environment of servers) {
    if (isFetchableDevEnvironment(environment)) return { kind: 'fetchable', environment }
  }
  if (!servers.every((environment) => isRunnableDevEnvironment(environment))) return null
  const { ssr } = environments
  return ssr !== undefined && isRunnableDevEnvironment(ssr) ? { kind: 'runnable', environment: ssr } : null
}
