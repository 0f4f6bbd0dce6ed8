export { default as layout } from '../_layout.vue'
export { default as notFound } from '../_not-found.vue'
