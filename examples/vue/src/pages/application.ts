import layout from './_layout.vue'
import notFound from './_not-found.vue'

export const title = 'Turnout + Vue'

export { layout, notFound }
