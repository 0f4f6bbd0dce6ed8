export { default as notFound } from '../NotFound.vue'
