import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import { App, routes } from './app.ts'

createApp(App)
  .use(createRouter({ history: createWebHistory(), routes }))
  .mount('#app')
