import { start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/vue'
import { createApp } from 'vue'

start()
createApp(Routes).mount('#app')
