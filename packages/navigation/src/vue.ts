// The components and composables for Vue.
import {
  computed,
  defineComponent,
  getCurrentInstance,
  h,
  inject,
  onErrorCaptured,
  onMounted,
  mergeProps,
  provide,
  proxyRefs,
  shallowRef,
  type Component,
  type ComponentPublicInstance,
  type ComputedRef,
  type InjectionKey,
  type PropType,
  type Ref,
  type VNode,
  type VNodeChild,
} from 'vue'
import type { Pages } from 'virtual:routes/navigation'
import { followLink, prefetchMarkedLinks } from './follow-link.ts'
import { navigate, setSearch } from './navigate.ts'
import { reportsComponentErrors, report } from './report.ts'
import { current, subscribe } from './snapshot.ts'
import type { AnyRoute, LinkOptions, PageName, Route, SetSearch } from './typed-routes.ts'
import type { Pending, Snapshot } from './types.ts'
import { linkState, messagePage, routeOf, viewOf } from './view.ts'
import { showErrorPage } from './visit.ts'

export type { AnyRoute, ErrorProps, LinkOptions, PageName, PageProps, PendingProps } from './typed-routes.ts'
export type { Route, SetSearch } from './typed-routes.ts'

/** The location of the document. */
const live = shallowRef(current())
subscribe(() => void (live.value = current()))

/** The location that `Routes` renders, for the components inside it. */
const SNAPSHOT: InjectionKey<Readonly<Ref<Snapshot>>> = Symbol('turnout')

const useSnapshot = (): Readonly<Ref<Snapshot>> => inject(SNAPSHOT, live)

/**
 * Renders the current page inside its layouts. A layout that two pages share stays mounted, and has the page as its slot.
 *
 * A page receives the properties of `PageProps` that it declares; an error page those of `ErrorProps`, a pending page those
 * of `PendingProps`. The slot of `Routes` is rendered before the first page.
 *
 * @example
 * ```ts
 * import { createApp } from 'vue'
 * import { Routes } from 'vite-plugin-turnout/vue'
 *
 * createApp(Routes).mount('#app')
 * ```
 */
export const Routes = defineComponent({
  name: 'TurnoutRoutes',
  props: {
    /** The location to render, on servers and in tests. Default: the location of the document. */
    snapshot: { type: Object as PropType<Snapshot>, default: undefined },
  },
  setup(properties, { slots }) {
    const inherited = useSnapshot()
    const shown = computed(() => properties.snapshot ?? inherited.value)
    provide(SNAPSHOT, shown)
    const { config } = getCurrentInstance()!.appContext
    onErrorCaptured((error, instance, info) => {
      const failed = shown.value
      if (reportsComponentErrors()) void report(error)
      // The error continues to `app.config.errorHandler`, or to the console.
      if (properties.snapshot !== undefined || !DRAWING.test(info)) return undefined
      // Vue is still drawing.
      queueMicrotask(() => showErrorPage(error, failed, isOfLayout(instance, failed)))
      if (config.errorHandler) config.errorHandler(error, instance, info)
      else console.error(error)
      // In dev, Vue would throw the error again, which leaves its elements half drawn.
      return false
    })
    return () => {
      const { page, props, isMessage } = viewOf(shown.value)
      const renderPage = (): VNodeChild =>
        page !== null
          ? h(page as Component, declaredProps(page, props))
          : isMessage
            ? messagePage<VNode | string>(shown.value, h)
            : shown.value.status === 'loading'
              ? slots['default']?.()
              : null
      return shown.value.layouts.reduceRight<() => VNodeChild>(
        (content, layout) => () => h(layout as Component, null, { default: content }),
        renderPage,
      )()
    }
  },
})

/**
 * The part of Vue's argument `info` that stands for drawing: in a build, it is the address of a page with the number of
 * `setup`, of the render function or of an update.
 */
const DRAWING = /^(?:setup|render) function|^component update|#runtime-(?:0|1|15)$/

/** True if an instance belongs to a layout. False for a functional component, because Vue passes no instance for it. */
function isOfLayout(instance: ComponentPublicInstance | null, { page }: Snapshot): boolean {
  for (let each = instance?.$ ?? null; each !== null; each = each.parent) if (each.type === page) return false
  return instance !== null
}

/** Keeps only the values that a component declares as props, because Vue writes all others into attributes of its element. */
function declaredProps(page: unknown, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { props } = page as { readonly props?: readonly string[] | Readonly<Record<string, unknown>> }
  if (props === undefined && typeof page === 'function') return values
  const names = new Set(Array.isArray(props) ? (props as readonly string[]) : Object.keys(props ?? {}))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/**
 * Renders a link. It has `aria-current="page"` if its path is that of the current page, `aria-current="true"` if the page is
 * in its section, as `/photos/7` is in `/photos`, and `data-pending` while its target is being loaded. The element has no `href` if the target is not a GET link with http or https, for example `javascript:`.
 *
 * @example
 * ```vue
 * <script setup lang="ts">
 * import { photoPath } from 'virtual:routes'
 * import { Link } from 'vite-plugin-turnout/vue'
 * </script>
 *
 * <template>
 *   <Link :to="photoPath(7)" prefetch="hover">Next photo</Link>
 * </template>
 * ```
 */
export const Link = defineComponent({
  name: 'TurnoutLink',
  inheritAttrs: false,
  props: {
    to: { type: [String, URL, Object] as PropType<LinkOptions['to']>, required: true },
    prefetch: { type: String as PropType<LinkOptions['prefetch']>, default: undefined },
    replace: Boolean,
    state: { type: null as unknown as PropType<unknown> },
    scroll: { type: Boolean, default: true },
  },
  setup(props, { attrs, slots }) {
    const snapshot = useSnapshot()
    onMounted(() => {
      if (props.prefetch !== undefined) prefetchMarkedLinks()
    })
    const follow = (event: MouseEvent) => followLink(event, props)
    return () => {
      const { href, current: currency, isPending } = linkState(props.to, snapshot.value)
      const attributes = {
        'aria-current': currency,
        'data-pending': isPending ? '' : undefined,
        'data-prefetch': props.prefetch,
      }
      return h('a', mergeProps(attributes, attrs, { href, onClick: follow }), slots['default']?.())
    }
  },
})

/**
 * Returns the current location with the parameters of its route, as a reactive object. After the page of another action
 * has replaced the component's page, the object keeps its last values.
 *
 * @example
 * ```ts
 * import { computed } from 'vue'
 * import { useRoute } from 'vite-plugin-turnout/vue'
 *
 * const route = useRoute('photos#show')
 * export const title = computed(() => `Photo ${route.params.id}`)
 * ```
 *
 * @param action the action of the page that contains the component. It selects the type
 * @throws Error if the page of another action contains the component
 */
export function useRoute(): AnyRoute
export function useRoute<Action extends PageName>(action: Action): Route<Action>
export function useRoute(action?: PageName): unknown {
  const snapshot = useSnapshot()
  let latest = routeOf(snapshot.value, action as string | undefined)
  const route = computed(() => {
    const isSame = action === undefined || snapshot.value.action === action
    return isSame ? (latest = routeOf(snapshot.value)) : latest
  })
  const names = Object.keys(latest) as (keyof AnyRoute)[]
  return proxyRefs(Object.fromEntries(names.map((name) => [name, computed(() => route.value[name])])))
}

/**
 * Returns the search parameters of the current page, and the function that changes them.
 *
 * @example
 * ```ts
 * import { useSearch } from 'vite-plugin-turnout/vue'
 *
 * const [search, setSearch] = useSearch('photos#index')
 * export const next = () => setSearch({ page: Number(search.value.page ?? 1) + 1 })
 * ```
 *
 * @param action as in `useRoute`
 */
export function useSearch<Action extends PageName>(
  action: Action,
): readonly [search: ComputedRef<Pages[Action]['search']>, setSearch: SetSearch<Pages[Action]['search']>] {
  const route = useRoute(action)
  return [computed(() => route.search), setSearch as SetSearch<Pages[Action]['search']>]
}

/**
 * Returns the function that shows the page of a link. It is the same function in all components.
 *
 * @example
 * ```ts
 * import { photosPath } from 'virtual:routes'
 * import { useNavigate } from 'vite-plugin-turnout/vue'
 *
 * const navigate = useNavigate()
 * export const close = () => navigate(photosPath())
 * ```
 */
export const useNavigate = (): typeof navigate => navigate

/**
 * Returns the navigation that has begun and not ended; null if there is none.
 *
 * @example
 * ```ts
 * import { computed } from 'vue'
 * import { usePending } from 'vite-plugin-turnout/vue'
 *
 * const pending = usePending()
 * export const isLoading = computed(() => pending.value !== null)
 * ```
 */
export function usePending(): ComputedRef<Pending | null> {
  const snapshot = useSnapshot()
  return computed(() => snapshot.value.pending)
}
