import { fetchAlbums, list } from './albums.ts'

document.getElementById('app')!.innerHTML = list(await fetchAlbums())
