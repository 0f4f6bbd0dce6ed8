export { default as layout } from '../_photos-layout.vue'
