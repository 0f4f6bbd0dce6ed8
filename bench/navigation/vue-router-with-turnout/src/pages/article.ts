export { default as layout } from '../Article.vue'
