export { default as Show } from '../Rare.vue'
