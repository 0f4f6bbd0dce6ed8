// What both applications with vue-router add, because vue-router does not do it.
import { nextTick, ref, shallowRef, watchEffect } from 'vue'
import { isNavigationFailure, NavigationFailureType, type RouteLocationNormalized, type Router } from 'vue-router'
import { hasMotion, reloadIfMissing, resetFocus } from './router-extras.ts'

type Load = (to: RouteLocationNormalized, signal: AbortSignal) => Promise<unknown>

export const isPending = ref(false)

/** The error that is shown in place of the page; null without one. */
export const failure = shallowRef<unknown>(null)

/** Loads the data of a page before the page is shown, as `meta.data`. A new navigation aborts the requests of the last one. */
export function loadData(router: Router, loads: Readonly<Record<string, Load>>): void {
  let controller = new AbortController()
  let thrown: unknown = null
  router.beforeEach(() => {
    controller.abort()
    controller = new AbortController()
    isPending.value = true
    thrown = null
  })
  router.beforeResolve(async (to) => {
    const { signal } = controller
    try {
      to.meta['data'] = await loads[String(to.name)]?.(to, signal)
    } catch (error) {
      if (!signal.aborted) thrown = error
    }
  })
  router.afterEach((to, from, problem) => {
    if (isNavigationFailure(problem, NavigationFailureType.cancelled)) return
    isPending.value = false
    failure.value = thrown
    if (isNavigationFailure(problem, NavigationFailureType.duplicated)) void router.replace({ ...to, force: true })
    else if (from.matched.length > 0 && to.hash === '') resetFocus()
  })
  router.onError((error, to) => {
    isPending.value = false
    failure.value = error
    reloadIfMissing(error, to.fullPath)
  })
}

/** Changes pages with a View Transition. */
export function animatePages(router: Router): void {
  router.beforeResolve((_to, from) => {
    if (from.matched.length === 0 || !hasMotion()) return
    const shown = new Promise<void>((resolve) => {
      const remove = router.afterEach(() => {
        remove()
        void nextTick(resolve)
      })
    })
    return new Promise<void>((resolve) => {
      document.startViewTransition(() => {
        resolve()
        return shown
      })
    })
  })
}

export function setTitle(title: () => string): void {
  watchEffect(() => void (document.title = title()))
}

export const scrollBehavior = (to: RouteLocationNormalized, _from: unknown, saved: object | null): object =>
  saved ?? (to.hash === '' ? { top: 0 } : { el: to.hash })
