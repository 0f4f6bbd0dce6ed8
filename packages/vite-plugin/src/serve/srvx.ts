/**
 * Loads srvx when the first request needs it. Its classes extend `Request` and `Response`, for which Node loads `fetch`. That takes
 * 12 ms, and a build needs neither.
 */
export const loadSrvx = () => import('srvx/node')
