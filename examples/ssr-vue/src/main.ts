import { current, start, subscribe } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/vue'
import { createSSRApp } from 'vue'

start(JSON.parse(document.getElementById('payload')!.textContent!))

// The code of the page arrives first. Until then, the document shows the HTML of the server.
const stop = subscribe(() => {
  if (current().status === 'loading') return
  stop()
  createSSRApp(Routes).mount('#app')
})
