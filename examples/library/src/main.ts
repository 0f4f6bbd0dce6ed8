import { pageAt } from './pages.ts'

const { title, html } = pageAt(location.pathname)
document.title = title
document.getElementById('app')!.innerHTML = html
