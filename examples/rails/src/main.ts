import { fetchAlbums, list } from './albums.ts'

const app = document.getElementById('app')!
try {
  app.innerHTML = list(await fetchAlbums())
} catch {
  app.textContent = 'The albums are on the Rails server, which sent none. Start it, and let it serve this page.'
}
