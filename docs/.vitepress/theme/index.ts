import { useRoute, type Theme } from 'vitepress'
// The font of the system: a downloaded one would delay the first text, and move it when it arrives.
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent, defineComponent, h, onMounted, watch } from 'vue'
import DiagnosticFilter from './DiagnosticFilter.vue'
import InstallCommand from './InstallCommand.vue'
import LivePair from './LivePair.vue'
import NotFound from './NotFound.vue'
import './style.css'

/** Repairs markup of VitePress 1 that screen readers cannot use. */
function repairMarkup(): void {
  // The first page has no main landmark.
  document.querySelector('.VPHome')?.setAttribute('role', 'main')
  // The title of a group is a button, and the arrow in it is another one that does the same.
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role=button] > .caret')) {
    for (const name of ['role', 'tabindex', 'aria-label']) arrow.removeAttribute(name)
  }
  const search = document.querySelector('.VPNavBarSearch button')
  if (search?.getAttribute('aria-label') === '') search.removeAttribute('aria-label')
}

const Layout = defineComponent({
  setup() {
    const route = useRoute()
    onMounted(repairMarkup)
    watch(() => route.path, repairMarkup, { flush: 'post' })
    return () =>
      h(DefaultTheme.Layout, null, {
        'home-hero-actions-after': () => h(InstallCommand),
        'home-hero-image': () => h(LivePair),
        'not-found': () => h(NotFound),
      })
  },
})

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('DiagnosticFilter', DiagnosticFilter)
    app.component(
      'RoutePlayground',
      defineAsyncComponent(() => import('./RoutePlayground.vue')),
    )
  },
}

export default theme
