import error from './_error.vue'
import layout from './_layout.vue'
import notFound from './_not-found.vue'

export const title = 'Turnout + Vue and Node'

export { error, layout, notFound }
