import { pageAt } from './pages.ts'

document.getElementById('app')!.innerHTML = pageAt(location.pathname)
